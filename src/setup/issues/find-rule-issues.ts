import type { DecidingPlaces } from "../../config/permissions/create-permission-source.ts";
import { locateSource } from "../../config/permissions/locate-source.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { Rule } from "../../policy/policy.ts";
import { findRuleProblems } from "../../policy/rules/find-rule-problems.ts";
import type { RuleProblem } from "../../policy/rules/find-rule-problems.ts";
import { isUpstreamName } from "./is-upstream-name.ts";

/** Warnings about rules of files that can never decide, each at the line of its rule. */
export function findRuleIssues(
  rules: readonly Rule[],
  tools: readonly Tool[],
  files: DecidingPlaces,
  servers: readonly McpServer[],
): readonly ManifestIssue[] {
  const isNews = ({ code, rule }: RuleProblem): boolean =>
    code !== "unknown-tool" || !isUpstreamName(rule.tool, servers);
  return findRuleProblems(rules, tools)
    .filter(isNews)
    .map(({ severity, code, message, hint, rule }) => {
      const place = locateSource(rule.source, files);
      return { severity, code, message, hint, ...place, column: 1, endColumn: 1 };
    });
}
