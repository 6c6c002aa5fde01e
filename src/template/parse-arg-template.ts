import type { ArgPart } from "../model/arg-node.ts";

/** What is wrong with author-written text, and where: `offset` counts UTF-16 units from its start. */
export interface TemplateIssue {
  readonly message: string;
  readonly offset: number;
}

/**
 * Reads the placeholders of one argument: `{{name}}` (spaces around the name ignored) in the double style, `{name}` of
 * letters, digits and `_` in the single style. Braces that form no placeholder are literal text.
 */
export function parseArgTemplate(
  text: string,
  style: "double" | "single",
): { readonly ok: true; readonly parts: readonly ArgPart[] } | { readonly ok: false; readonly issue: TemplateIssue } {
  const places = style === "double" ? /\{\{([^{}]*)\}\}/g : /\{(\w+)\}/g;
  const parts: ArgPart[] = [];
  let end = 0;
  for (const place of text.matchAll(places)) {
    const name = (place[1] ?? "").trim();
    if (name === "") {
      const message = `Expected a parameter name between {{ and }}, got ${JSON.stringify(place[0])}.`;
      return { ok: false, issue: { message, offset: place.index } };
    }
    if (place.index > end) parts.push({ kind: "text", text: text.slice(end, place.index) });
    parts.push({ kind: "param", name });
    end = place.index + place[0].length;
  }
  // An empty text is one empty argument, not none.
  if (end < text.length || parts.length === 0) parts.push({ kind: "text", text: text.slice(end) });
  return { ok: true, parts };
}
