import type { ManifestIssue } from "../manifest/manifest.ts";

/** The configuration has errors, so nothing is served: half a configuration may be one without its deny rules. */
export class ConfigError extends Error {
  readonly issues: readonly ManifestIssue[];

  constructor(issues: readonly ManifestIssue[]) {
    const first = issues.find(({ severity }) => severity === "error");
    super(first === undefined ? "the configuration cannot be used" : `${first.file}:${first.line}: ${first.message}`);
    this.name = "ConfigError";
    this.issues = issues;
  }
}
