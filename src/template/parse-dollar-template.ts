import type { ArgPart } from "../model/arg-node.ts";
import type { TemplateIssue } from "./parse-arg-template.ts";

export type DollarTemplate =
  { readonly ok: true; readonly parts: readonly ArgPart[] } | { readonly ok: false; readonly issue: TemplateIssue };

/** What a placeholder may be called. */
export const PLACEHOLDER_NAME: RegExp = /^[A-Za-z_]\w*$/;

/**
 * Reads the `${name}` places of one argument. The name is everything up to the next `}`. A lone `$` and a `${` that is
 * never closed are text, and so is the first `$` of `$${name}`.
 */
export function parseDollarTemplate(text: string): DollarTemplate {
  const parts: ArgPart[] = [];
  let end = 0;
  for (const place of text.matchAll(/\$\{([^}]*)\}/g)) {
    const name = place[1] ?? "";
    if (!PLACEHOLDER_NAME.test(name)) {
      const message = `\`\${${name}}\` is no placeholder: its name needs letters, digits and _, not beginning with a digit`;
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
