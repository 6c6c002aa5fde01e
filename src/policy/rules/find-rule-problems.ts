import type { Tool } from "../../model/tool.ts";
import { toAliases, toCanonicalName } from "../../registry/aliases.ts";
import { findNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { Rule } from "../policy.ts";
import { renderRuleName } from "./describe-rule.ts";
import { matchName } from "./match-name.ts";
import type { RuleIssue } from "./rule-issue.ts";

/** A rule that says nothing, and why. */
export interface RuleProblem extends RuleIssue {
  readonly rule: Rule;
}

/** Warnings about rules that can never decide: their tool does not exist, takes no such value, or a deny says the same. */
export function findRuleProblems(rules: readonly Rule[], tools: readonly Tool[]): readonly RuleProblem[] {
  const denied = new Set(rules.filter(({ effect }) => effect === "deny").map(toKey));
  return rules.flatMap((rule) => {
    const issue = findUnknown(rule, tools) ?? findRole(rule, tools) ?? findShadow(rule, denied);
    return issue === null ? [] : [{ ...issue, rule }];
  });
}

/** Patterns may be about tools to come, and names that other systems have for tools are those of agents with a hook. */
function findUnknown({ tool }: Rule, tools: readonly Tool[]): RuleIssue | null {
  if (
    tool.includes("*") ||
    toCanonicalName(tool) !== tool ||
    isAgentTool(tool) ||
    tools.some(({ name }) => isNamed(tool, name))
  )
    return null;
  const near = findNearest(
    tool,
    tools.map(({ name }) => name),
  );
  const hint = near === null ? "`toolgate tools list` shows the names there are." : `Did you mean \`${near}\`?`;
  return warn("unknown-tool", `no tool is named \`${showText(tool)}\`, so this rule says nothing`, hint, "tool");
}

/** What agents call tools of their own, and of the servers that they are connected to. */
function isAgentTool(name: string): boolean {
  return name.startsWith("mcp__") || AGENT_TOOLS.has(name);
}

const AGENT_TOOLS: ReadonlySet<string> = new Set([
  "WebFetch",
  "WebSearch",
  "NotebookEdit",
  "MultiEdit",
  "Task",
  "TodoWrite",
]);

function findRole(rule: Rule, tools: readonly Tool[]): RuleIssue | null {
  const named = tools.filter(({ name }) => isNamed(rule.tool, name));
  if (rule.specifier == null || named.length === 0 || named.some(({ specifier }) => specifier != null)) return null;
  const isParam = rule.effect !== "allow" && /^\s*[A-Za-z_][A-Za-z0-9_.-]*:./.test(rule.specifier);
  if (isParam) return null;
  const message = `\`${renderRuleName(rule)}\` is about a value that the tool does not name, so it never matches`;
  const hint = "A tool says with `specifier` what rules on it are about; `params` of a rule names an argument.";
  return warn("no-such-role", message, hint, "specifier");
}

function findShadow(rule: Rule, denied: ReadonlySet<string>): RuleIssue | null {
  if (rule.effect === "deny" || !denied.has(toKey(rule))) return null;
  const message = `a deny says the same as \`${renderRuleName(rule)}\`, and a deny always wins`;
  return warn("shadowed", message, "Take one of the two away.");
}

function warn(code: RuleIssue["code"], message: string, hint: string, key?: RuleIssue["key"]): RuleIssue {
  return { severity: "warning", code, message, hint, key };
}

function isNamed(pattern: string, name: string): boolean {
  return [name, ...toAliases(name)].some((one) => matchName(pattern, one));
}

function toKey({ tool, specifier, params, session }: Rule): string {
  return JSON.stringify([toCanonicalName(tool), specifier ?? null, Object.entries(params ?? {}), session ?? null]);
}
