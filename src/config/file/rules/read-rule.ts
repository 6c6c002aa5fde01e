import { parseRule } from "../../../policy/rules/text/parse-rule.ts";
import { showText } from "../../../text/show-text.ts";
import type { RuleEntry, RuleTable } from "../data/permission-data.ts";

export type ReadRule =
  | { readonly ok: true; readonly tool: string; readonly specifier: string | null }
  | {
      readonly ok: false;
      readonly message: string;
      readonly hint: string;
      /** The key of the table that it is about. @default the rule as a whole */
      readonly key?: "tool" | "specifier" | undefined;
    };

/** A rule as it is written, a text or a table, as its two parts. */
export function readRule(written: RuleEntry): ReadRule {
  return typeof written === "string" ? parseRule(written) : readTable(written);
}

function readTable({ tool, specifier }: RuleTable): ReadRule {
  const name = parseRule(tool);
  if (name.ok && tool.includes("(")) {
    const message = `\`tool\` expects the name of a tool, got \`${showText(tool)}\``;
    return { ok: false, message, hint: "What stands between the parentheses goes into `specifier`.", key: "tool" };
  }
  if (!name.ok) return { ...name, key: "tool" };
  if (specifier === undefined) return name;
  const parsed = parseRule(`${tool}(${specifier})`);
  return parsed.ok ? parsed : { ...parsed, key: "specifier" };
}
