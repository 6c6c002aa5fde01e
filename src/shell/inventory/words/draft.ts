import type { ItemWord } from "../../analysis.ts";

export type Dynamic = NonNullable<ItemWord["dynamic"]>;

/** A word as far as it is read. */
export interface Draft {
  text: string;
  /** What was read before the first part that only a shell could work out. */
  prefix: string | null;
  dynamic: Dynamic | null;
  glob: boolean;
  quoted: boolean;
  splits: boolean;
}

/** Which kind names a word that is unknown for several reasons: the one that promises least comes first. */
const KINDS: readonly Dynamic[] = ["expansion", "braces", "process-substitution", "arithmetic", "substitution"];

export function startDraft(): Draft {
  return { text: "", prefix: null, dynamic: null, glob: false, quoted: false, splits: false };
}

/** Notes a part that only a shell could work out. */
export function addDynamic(draft: Draft, kind: Dynamic): void {
  draft.prefix ??= draft.text;
  const isVaguer = draft.dynamic === null || KINDS.indexOf(kind) < KINDS.indexOf(draft.dynamic);
  if (isVaguer) draft.dynamic = kind;
}

/** The word that was read. */
export function finishDraft({ text, prefix, dynamic, glob, quoted, splits }: Draft): Omit<ItemWord, "start" | "end"> {
  const known = dynamic === null ? { text, prefix: text } : { text: null, prefix: prefix ?? "" };
  return { ...known, dynamic, glob, tilde: false, quoted, ...(splits ? { splits } : {}) };
}
