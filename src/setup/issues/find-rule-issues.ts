import type { DecidingPlaces } from "../../config/permissions/create-permission-source.ts";
import { locateSource } from "../../config/permissions/locate-source.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { Rule } from "../../policy/policy.ts";
import { findRuleProblems } from "../../policy/rules/find-rule-problems.ts";

/** Warnings about rules of files that can never decide, each at the line of its rule. */
export function findRuleIssues(
  rules: readonly Rule[],
  tools: readonly Tool[],
  files: DecidingPlaces,
): readonly ManifestIssue[] {
  return findRuleProblems(rules, tools).map(({ severity, code, message, hint, rule }) => {
    const place = locateSource(rule.source, files);
    return { severity, code, message, hint, ...place, column: 1, endColumn: 1 };
  });
}
