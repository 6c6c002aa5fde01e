import type { JsonObject } from "../model/json.ts";
import type { SpecifierTemplate } from "../model/tool.ts";

export type RenderedSpecifier =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly param: string; readonly message: string };

/**
 * The text that permission rules match, from checked arguments. Values are put in as they are and never scanned. A
 * missing, empty or composed value is an error: it would turn a rule on one thing into a rule on everything.
 */
export function renderSpecifier(template: SpecifierTemplate, values: JsonObject): RenderedSpecifier {
  let text = "";
  for (const part of template.parts) {
    if (part.kind === "text") {
      text += part.text;
      continue;
    }
    const value = Object.hasOwn(values, part.name) ? values[part.name] : undefined;
    const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    const isBlank = typeof value === "string" && value.trim() === "";
    if (!isScalar || isBlank) {
      const what = isBlank ? "is empty" : value === undefined ? "is missing" : "is no text, number or boolean";
      return { ok: false, param: part.name, message: `\`${part.name}\` ${what}, so no rule can be matched` };
    }
    text += String(value);
  }
  return { ok: true, text };
}
