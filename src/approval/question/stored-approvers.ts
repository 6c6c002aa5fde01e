import type { ApproverRule } from "../../config/config.ts";
import { asJson } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { PolicyTool } from "../../policy/policy.ts";
import { EFFECTS } from "../../model/tool.ts";
import { isAboutTool } from "../../policy/approvers/judge-approver.ts";

/** Who may answer a question, as the workspace that asks has it: whoever answers may stand in another one. */
export function toStoredApprovers(rules: readonly ApproverRule[], tool: PolicyTool): JsonValue {
  return asJson(rules.filter((rule) => isAboutTool(rule, tool)));
}

/** What `toStoredApprovers` gave; none of a question of an earlier version. A row that cannot be read names nobody. */
export function readStoredApprovers({ approvers }: JsonObject): readonly ApproverRule[] {
  if (approvers === undefined) return [];
  return Array.isArray(approvers) ? approvers.map(readRow) : [NOBODY];
}

const NOBODY: ApproverRule = { tools: ["*"], effects: [], approvers: [], source: "the question" };

function readRow(row: JsonValue): ApproverRule {
  const { tools, effects, approvers, source } = (row ?? {}) as JsonObject;
  if (!isTexts(tools) || !isTexts(effects) || !isTexts(approvers) || typeof source !== "string") return NOBODY;
  return { tools, effects: EFFECTS.filter((effect) => effects.includes(effect)), approvers, source };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
