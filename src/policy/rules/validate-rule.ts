import { toCanonicalName } from "../../registry/aliases.ts";
import { showText } from "../../text/show-text.ts";
import type { Rule } from "../policy.ts";
import { renderRuleName } from "./describe-rule.ts";
import { parsePathPattern } from "./path/path-pattern.ts";
import { isPathTool } from "./path/path-roles.ts";
import type { RuleIssue } from "./rule-issue.ts";
import { validateCommandRule } from "./shell/pattern/validate-command-rule.ts";
import { readEscapes } from "./text/text-pattern.ts";

/** What is wrong with a rule that was read, in itself; whether its tools exist is for `findRuleProblems`. An error refuses it. */
export function validateRule(rule: Rule): readonly RuleIssue[] {
  return [
    ...validateTool(rule),
    ...validateReason(rule),
    ...validateParams(rule),
    ...(rule.specifier == null ? [] : validateSpecifier(rule, rule.specifier)),
  ];
}

/** `*` everywhere is what a person means who writes it; `m*` is a name that somebody else can take tomorrow. */
function validateTool({ effect, tool, specifier, params }: Rule): readonly RuleIssue[] {
  if (effect !== "allow" || !tool.includes("*")) return [];
  if (/^\*+$/.test(tool)) return specifier == null && params === undefined ? [ALLOWS_ALL] : [];
  const before = tool.slice(0, tool.indexOf("*"));
  // All tools of all servers begin with `mcp__`.
  if (/[._-]$/.test(before) && /[A-Za-z0-9]/.test(before) && !/^mcp_+$/.test(before)) return [];
  const message = `an allow for \`${showText(tool)}\` would cover tools that anybody adds under such a name`;
  const hint =
    "Name the tools, or write a whole beginning that ends in `.`, `_` or `-`, such as `files.*` or `mcp_github__*`.";
  return [{ severity: "error", code: "unanchored-glob", message, hint, key: "tool" }];
}

const ALLOWS_ALL: RuleIssue = {
  severity: "warning",
  code: "allow-everything",
  message: "this rule lets every tool run without asking, also tools that are added later",
  hint: "Name the tools, or a group of them such as `files.*`.",
};

function validateReason({ reason }: Rule): readonly RuleIssue[] {
  if (reason === null || reason.trim() !== "") return [];
  const hint = "Say why, for those who are refused, or leave it out.";
  return [{ severity: "error", code: "blank-reason", message: "the reason is blank", hint, key: "reason" }];
}

function validateParams({ params = {} }: Rule): readonly RuleIssue[] {
  const blank = Object.entries(params).find(([name, pattern]) => name.trim() === "" || pattern === "");
  if (blank === undefined) return [];
  const message = `\`params\` expects the name of an argument and a pattern for its value, got \`${showText(blank[0])} = "${showText(blank[1])}"\``;
  return [{ severity: "error", code: "bad-params", message, hint: "Write `*` for any value.", key: "params" }];
}

function validateSpecifier(rule: Rule, specifier: string): readonly RuleIssue[] {
  const issues: RuleIssue[] = [];
  if (isPathTool(rule.tool)) {
    const parsed = parsePathPattern(specifier, rule.effect !== "allow");
    if (!parsed.ok)
      issues.push({ severity: "error", code: "bad-specifier", message: parsed.message, hint: PATHS, key: "specifier" });
  } else if (toCanonicalName(rule.tool) === "shell.exec") issues.push(...validateCommandRule(rule, specifier));
  else if (rule.effect === "allow" && startsWithStar(specifier)) issues.push(leadingStar(rule));
  return issues;
}

const PATHS =
  "A path begins with `//` (the root), `~/` (home), `/` (the workspace) or a name (the folder of the call), and is written as in `.gitignore`.";

/** A `*` in front fits whatever somebody puts before the rest. */
function startsWithStar(specifier: string): boolean {
  const [first] = readEscapes(specifier.trim());
  return first?.character === "*" && !first.isEscaped && !/^\*+[./]/.test(specifier.trim());
}

function leadingStar(rule: Rule): RuleIssue {
  const message = `\`${renderRuleName(rule)}\` allows everything that ends so, whatever stands before it`;
  return { severity: "warning", code: "leading-star", message, hint: "Begin with a fixed text.", key: "specifier" };
}
