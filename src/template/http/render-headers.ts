import type { HttpBackend, TextTemplate } from "../../model/backend.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { HttpPlan } from "../../model/plan.ts";
import { showValue } from "../../params/show-value.ts";
import { fillTemplate } from "./http-values.ts";
import type { HttpValues } from "./http-values.ts";

/** Puts values into headers; one with an absent value is left out. A value that could end its line is an issue. */
export function renderHeaders(
  headers: HttpBackend["headers"],
  values: HttpValues,
): { readonly headers: HttpPlan["headers"]; readonly issues: readonly ParamIssue[] } {
  const issues = headers.flatMap(([name, template]) => findIssues(name.toLowerCase(), template, values));
  const filled = headers.flatMap(([name, template]) => {
    const value = fillTemplate(template, values, { encode: (text) => text, as: "header" });
    return value === null ? [] : [[name.toLowerCase(), value] as const];
  });
  return { headers: filled, issues };
}

function findIssues(name: string, template: TextTemplate, values: HttpValues): readonly ParamIssue[] {
  return template.flatMap((part): readonly ParamIssue[] => {
    const text = part.kind === "param" ? values.get(part.name)?.text : undefined;
    if (part.kind !== "param" || text === undefined || fits(name, text)) return [];
    const what = name === "cookie" ? 'printable ASCII without spaces and `" , ; \\`' : "one line of printable ASCII";
    const message = `Expected ${what}, as it stands in the header \`${name}\`, got ${showValue(text)}.`;
    return [{ param: part.name, code: "characters", message }];
  });
}

/** In a cookie, more characters than the end of the line would begin something else. */
function fits(name: string, text: string): boolean {
  return name === "cookie" ? /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text) : /^[\t\x20-\x7e]*$/.test(text);
}
