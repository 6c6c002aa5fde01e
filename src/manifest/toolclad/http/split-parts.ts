import type { TemplatePart, TextTemplate } from "../../../model/backend.ts";

/** Cuts a template at the first of some characters in its author-written text; values are never looked into. */
export function splitParts(
  parts: TextTemplate,
  delimiters: string,
): { readonly before: TextTemplate; readonly delimiter: string | null; readonly after: TextTemplate } {
  for (const [index, part] of parts.entries()) {
    if (part.kind !== "text") continue;
    const at = findFirst(part.text, delimiters);
    if (at === -1) continue;
    return {
      before: [...parts.slice(0, index), ...toText(part.text.slice(0, at))],
      delimiter: part.text.charAt(at),
      after: [...toText(part.text.slice(at + 1)), ...parts.slice(index + 1)],
    };
  }
  return { before: parts, delimiter: null, after: [] };
}

function findFirst(text: string, delimiters: string): number {
  for (let at = 0; at < text.length; at++) if (delimiters.includes(text.charAt(at))) return at;
  return -1;
}

function toText(text: string): readonly TemplatePart[] {
  return text === "" ? [] : [{ kind: "text", text }];
}
