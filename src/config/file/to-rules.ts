import { addError, addWarning } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { Place, TomlDocument } from "../../manifest/toml/toml-document.ts";
import type { Rule } from "../../policy/policy.ts";
import type { ConfigData } from "./config-data.ts";
import { CONFIG_NAME } from "../locate-config.ts";
import { parseRuleText } from "../parse-rule-text.ts";

const EFFECTS = ["deny", "ask", "allow"] as const;

/** The rule lists of a file, numbered from 1 in each list; a rule that cannot be understood goes to the log. */
export function toRules(
  layer: "user" | "project",
  permissions: ConfigData["permissions"],
  document: TomlDocument,
  log: IssueLog,
): readonly Rule[] {
  return EFFECTS.flatMap((effect) =>
    (permissions?.[effect] ?? []).flatMap((text, index): readonly Rule[] => {
      const place: Place = { path: ["permissions", effect, index], part: "value" };
      const parsed = parseRuleText(text);
      if (!parsed.ok) {
        addError(log, "bad-rule", place, parsed.message, parsed.hint);
        return [];
      }
      if (effect === "allow" && parsed.coversAll) warnAllowAll(place, log);
      const source = `${layer === "user" ? "user " : ""}${CONFIG_NAME}:${document.locate(place).line}`;
      return [{ id: `config:${layer}:${effect}:${index + 1}`, effect, tool: parsed.tool, layer, source, reason: null }];
    }),
  );
}

function warnAllowAll(place: Place, log: IssueLog): void {
  const message = "this rule lets every tool run without asking, also tools that are added later";
  addWarning(log, "allow-everything", place, message, "Name the tools, or a group of them such as `files.*`.");
}
