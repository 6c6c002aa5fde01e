import type { CommandItem } from "../../analysis.ts";

/** What a command may read from its standard input. */
export interface ItemInputs {
  /** Of here-strings and here-documents; `null`: not known before. */
  readonly texts: readonly (string | null)[];
  /** Part of a pipe, which may bring anything. */
  readonly isPiped: boolean;
}

/** Lists what is handed to a command as text. */
export function listInputs({ redirects, pipeline }: CommandItem): ItemInputs {
  const texts = redirects.flatMap(({ use, target, body }) => {
    if (use === "here-string") return [target?.text ?? null];
    return use === "here-document" ? [body?.text ?? null] : [];
  });
  return { texts, isPiped: pipeline !== null };
}
