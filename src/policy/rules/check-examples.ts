import { toCanonicalName, toAliases } from "../../registry/aliases.ts";
import type { Facts } from "../../model/facts.ts";
import { resolvePath } from "../../params/posix-path.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";
import { showText } from "../../text/show-text.ts";
import type { PathUse, PolicyRequest, Rule, SpecifierValue } from "../policy.ts";
import { toLexicalFacts } from "../to-lexical-facts.ts";
import { renderRuleName } from "./describe-rule.ts";
import { judgeRules } from "./judge-rules.ts";
import { isPathTool } from "./path/path-roles.ts";
import type { RuleIssue } from "./rule-issue.ts";

export interface RuleExamples {
  /** What the rule must be about, as calls have it: a command line, a path, a URL, a text. @default none */
  readonly match?: readonly string[] | undefined;
  /** What it must not be about. @default none */
  readonly notMatch?: readonly string[] | undefined;
}

/**
 * Holds a rule against its own examples, by the judgement that calls get; one error for each that comes out differently.
 * Paths start in a workspace `/w`, and `~` is `/home/me`. `params` and an end of the rule are left out.
 */
export function checkExamples(
  rule: Rule,
  { match = [], notMatch = [] }: RuleExamples,
  analyze: (text: string) => CommandAnalysis,
): readonly RuleIssue[] {
  const shown = renderRuleName(rule);
  const missed = match.filter((example) => !isMatched(rule, example, analyze));
  const caught = notMatch.filter((example) => isMatched(rule, example, analyze));
  return [
    ...missed.map((example) =>
      toIssue(`\`${shown}\` does not match its example \`${showText(example, 100)}\``, "match"),
    ),
    ...caught.map((example) =>
      toIssue(`\`${shown}\` matches \`${showText(example, 100)}\`, which it must not`, "not_match"),
    ),
  ];
}

function toIssue(message: string, key: "match" | "not_match"): RuleIssue {
  return { severity: "error", code: "bad-example", message, hint: "Change the rule or the example.", key };
}

function isMatched(rule: Rule, example: string, analyze: (text: string) => CommandAnalysis): boolean {
  const lasting: Rule = { ...rule, params: undefined, expiresAt: null, session: null };
  const facts = toLexicalFacts();
  const answers = judgeRules(toRequest(rule, example, facts, analyze), [lasting], facts, analyze);
  const isNamed = answers.some(({ ruleId }) => ruleId === rule.id);
  const isDecided = answers.some(({ verdict }) => verdict === rule.effect);
  return isNamed && isDecided;
}

function toRequest(
  rule: Rule,
  example: string,
  facts: Facts,
  analyze: (text: string) => CommandAnalysis,
): PolicyRequest {
  const name = toCanonicalName(rule.tool).replaceAll("*", "x");
  const value = toValue(rule, example, facts, analyze);
  const use = PATH_USES.get(name) ?? "write";
  const paths = value.kind === "path" ? [{ param: value.name, path: value.text, use }] : [];
  const specifier = { ok: true, text: example, values: [value] } as const;
  return {
    tool: { name, aliases: toAliases(name), layer: rule.layer, effect: "write", humanApproval: false, pathUse: use },
    caller: { tenant: "", principal: "", agent: "", roles: ["agent"], credential: "" },
    call: { args: {}, specifier, paths, session: null, depth: 0 },
  };
}

const PATH_USES: ReadonlyMap<string, PathUse> = new Map([
  ["fs.read", "read"],
  ["fs.search", "read"],
  ["fs.list", "list"],
  ["fs.glob", "list"],
  ["fs.delete", "delete"],
  ["fs.rename", "delete"],
]);

function toValue(
  { tool, specifier }: Rule,
  text: string,
  { folder, home }: Facts,
  analyze: (text: string) => CommandAnalysis,
): SpecifierValue {
  const name = "value";
  if (toCanonicalName(tool) === "shell.exec") return { kind: "shell", name, text, line: analyze(text) };
  if (isPathTool(tool)) {
    const path =
      text === "~" || text.startsWith("~/") ? resolvePath(home, `./${text.slice(2)}`) : resolvePath(folder, text);
    return { kind: "path", name, text: path };
  }
  return { kind: specifier?.trim().startsWith("domain:") === true ? "host" : "text", name, text };
}
