import type { ManifestIssue } from "../../manifest/manifest.ts";
import { addError, toIssues } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { ConfigLayer } from "./config-layer.ts";
import type { OutputData } from "./data/executing-data.ts";

/** Checks the scrubbing patterns of a file. The shipped ones, and what reads patterns, are only loaded where there are any. */
export async function checkPatterns({
  data,
  document,
}: Pick<ConfigLayer, "data" | "document">): Promise<readonly ManifestIssue[]> {
  const { patterns = [], patterns_off: off = [] } = data.output ?? {};
  if (patterns.length + off.length === 0) return [];
  const [{ SCRUB_PATTERNS }, { findPatternProblem }] = await Promise.all([
    import("../../output/scrub/patterns/pattern-table.ts"),
    import("../../output/scrub/scan/find-in-lines.ts"),
  ]);
  const log: IssueLog = { found: [] };
  const shipped = SCRUB_PATTERNS.map(({ name }) => name);
  checkNames(off, shipped, log);
  checkOwn(patterns, { shipped, findPatternProblem }, log);
  return toIssues(log, document);
}

function checkNames(off: readonly string[], shipped: readonly string[], log: IssueLog): void {
  for (const [index, name] of off.entries()) {
    if (shipped.includes(name)) continue;
    const message = `there is no scrubbing pattern "${showText(name)}"${suggestNearest(name, shipped)}`;
    const place = { path: ["output", "patterns_off", index], part: "value" } as const;
    addError(log, "unknown-pattern", place, message, `Patterns are: ${shipped.join(", ")}.`);
  }
}

interface Known {
  readonly shipped: readonly string[];
  /** Why a pattern cannot be used; `null`: it can. */
  readonly findPatternProblem: (pattern: string) => string | null;
}

function checkOwn(
  patterns: NonNullable<OutputData["patterns"]>,
  { shipped, findPatternProblem }: Known,
  log: IssueLog,
): void {
  const names = new Set(shipped);
  for (const [index, { name, pattern }] of patterns.entries()) {
    const path = ["output", "patterns", index];
    if (names.has(name)) {
      const message = `the name "${showText(name)}" is taken by another pattern`;
      addError(log, "duplicate-name", { path: [...path, "name"], part: "value" }, message, "Take another name.");
    }
    names.add(name);
    const problem = findPatternProblem(pattern);
    if (problem === null) continue;
    const message = `\`pattern\` cannot be used: ${showText(problem, MAX_PROBLEM)}`;
    addError(log, "bad-pattern", { path: [...path, "pattern"], part: "value" }, message, HINT);
  }
}

const MAX_PROBLEM = 200;
const HINT =
  "Patterns are RE2, without look-around and back-references; say at least one character that has to be there.";
