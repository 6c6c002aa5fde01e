import type { ArgPart } from "../model/arg-node.ts";

/** What is wrong with author-written text, and where: `offset` counts UTF-16 units from its start. */
export interface TemplateIssue {
  readonly message: string;
  readonly offset: number;
}

export type ArgTemplate =
  { readonly ok: true; readonly parts: readonly ArgPart[] } | { readonly ok: false; readonly issue: TemplateIssue };

/**
 * Cuts one argument into text and placeholders.
 *
 * @param places finds the placeholders, all of them; its first group is the name
 * @param findProblem why a placeholder is none, for its author; `null`: it is one
 */
export function splitAtPlaces(
  text: string,
  places: RegExp,
  findProblem: (name: string, place: string) => string | null,
): ArgTemplate {
  const parts: ArgPart[] = [];
  let end = 0;
  for (const place of text.matchAll(places)) {
    const [whole, name = ""] = place;
    const message = findProblem(name, whole);
    if (message !== null) return { ok: false, issue: { message, offset: place.index } };
    if (place.index > end) parts.push({ kind: "text", text: text.slice(end, place.index) });
    parts.push({ kind: "param", name: name.trim() });
    end = place.index + whole.length;
  }
  // An empty text is one empty argument, not none.
  if (end < text.length || parts.length === 0) parts.push({ kind: "text", text: text.slice(end) });
  return { ok: true, parts };
}
