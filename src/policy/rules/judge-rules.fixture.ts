import type { Facts } from "../../model/facts.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Layer } from "../../model/tool.ts";
import { resolvePath } from "../../params/posix-path.ts";
import { toAliases } from "../../registry/aliases.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import type { PathUse, PolicyAnswer, PolicyRequest, RequestedCall, Rule, SpecifierValue } from "../policy.ts";
import { RULE_EFFECTS } from "../policy.ts";
import { toLexicalFacts } from "../to-lexical-facts.ts";
import { judgeRules } from "./judge-rules.ts";
import { parseRule } from "./text/parse-rule.ts";

export type RuleTexts = Partial<Record<Rule["effect"], readonly string[]>>;

/** Rules as they would be written in a project; ids are `allow1`, `deny1` … */
export function toRules(texts: RuleTexts, layer: Layer = "project"): readonly Rule[] {
  return RULE_EFFECTS.flatMap((effect) =>
    (texts[effect] ?? []).map((text, at): Rule => {
      const parsed = parseRule(text);
      if (!parsed.ok) throw new Error(parsed.message);
      const { tool, specifier } = parsed;
      return { id: `${effect}${at + 1}`, effect, tool, specifier, layer, source: "test", reason: null };
    }),
  );
}

export function toRequest(name: string, call: Partial<RequestedCall>, pathUse: PathUse = "write"): PolicyRequest {
  return {
    tool: { name, aliases: toAliases(name), layer: "builtin", effect: "write", humanApproval: false, pathUse },
    caller: { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" },
    call: { args: {}, specifier: null, paths: [], session: null, depth: 0, ...call },
  };
}

export function toCall(value: SpecifierValue, args: JsonObject = {}): Partial<RequestedCall> {
  return { args, specifier: { ok: true, text: value.text, values: [value] } };
}

export function judgeCommand(command: string, texts: RuleTexts, facts: Partial<Facts> = {}): readonly PolicyAnswer[] {
  const line = analyzeCommand(command);
  const call = toCall({ kind: "shell", name: "command", text: command, line }, { command });
  return judgeRules(toRequest("shell.exec", call), toRules(texts), toLexicalFacts(facts), analyzeCommand);
}

export function judgeFile(
  name: string,
  use: PathUse,
  path: string,
  texts: RuleTexts,
  facts: Partial<Facts> = {},
): readonly PolicyAnswer[] {
  const text = resolvePath("/w", path);
  const value: SpecifierValue = { kind: "path", name: "path", text };
  const call = { ...toCall(value, { path }), paths: [{ param: "path", path: text, use }] };
  return judgeRules(toRequest(name, call, use), toRules(texts), toLexicalFacts(facts), analyzeCommand);
}

/** What the answers come to: the strictest. */
export function toVerdict(answers: readonly PolicyAnswer[]): string {
  const verdicts = answers.map(({ verdict }) => verdict);
  return (["deny", "ask", "allow"] as const).find((one) => verdicts.includes(one)) ?? "none";
}
