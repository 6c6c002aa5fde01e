import type { ManifestIssue } from "../../../manifest/manifest.ts";
import { toIssues } from "../../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import type { ConfigLayer } from "../config-layer.ts";
import { logRuleIssue } from "./to-rules.ts";
import type { WrittenRule } from "./to-rules.ts";

/**
 * Holds every rule of a file against the examples that it gives itself. What judges calls is only loaded where there are
 * any.
 */
export async function checkRuleExamples({ examples, document }: ConfigLayer): Promise<readonly ManifestIssue[]> {
  if (examples.length === 0) return [];
  const [{ checkExamples }, { analyzeCommand }] = await Promise.all([
    import("../../../policy/rules/check-examples.ts"),
    import("../../../shell/analyze-command.ts"),
  ]);
  const log: IssueLog = { found: [] };
  for (const written of examples) {
    const { match, not_match: notMatch } = written.table ?? {};
    const issues = checkExamples(written.rule, { match, notMatch }, analyzeCommand);
    for (const issue of issues) logRuleIssue(issue, written, log);
  }
  return toIssues(log, document);
}

/** Those that give examples. */
export function findWithExamples(rules: readonly WrittenRule[]): readonly WrittenRule[] {
  return rules.filter(({ table }) => (table?.match ?? []).length + (table?.not_match ?? []).length > 0);
}
