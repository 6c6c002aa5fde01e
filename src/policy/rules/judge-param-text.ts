import type { JsonObject } from "../../model/json.ts";
import type { PolicyAnswer, RequestedSpecifier, Rule } from "../policy.ts";
import { renderRuleName, toNote, toRuleAnswer } from "./describe-rule.ts";
import { argumentFits } from "./params-fit.ts";
import { perRule } from "./per-rule.ts";
import type { TextPattern } from "./text/text-pattern.ts";
import { parseTextPattern } from "./text/text-pattern.ts";

/**
 * What `Tool(name:value)` says of a call by an argument that the tool's specifier does not speak about; `null`: it is about
 * something else. It may only deny or ask: what is not named would be allowed with it unseen.
 */
export function judgeParamText(
  rule: Rule,
  args: JsonObject,
  specifier: RequestedSpecifier | null,
): PolicyAnswer | null {
  const param = read(rule);
  if (!("name" in param) || !argumentFits(param.pattern, args, param.name, true)) return null;
  const isSubject = specifier?.ok === true && specifier.values.some(({ name }) => name === param.name);
  if (isSubject) return null;
  if (rule.effect !== "allow") return toRuleAnswer(rule);
  if (specifier !== null) return null;
  return toNote(`\`${renderRuleName(rule)}\` names one argument, and such a rule can only deny or ask`);
}

const read = perRule(({ specifier }): { name: string; pattern: TextPattern } | { readonly none: true } => {
  const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_.-]*):(.+)$/s.exec(specifier ?? "") ?? [];
  return name === undefined || value === undefined ? { none: true } : { name, pattern: parseTextPattern(value.trim()) };
});
