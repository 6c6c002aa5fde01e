import type { ManifestIssue } from "../../../manifest/manifest.ts";
import { addError, toIssues } from "../../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import type { ConfigLayer } from "../config-layer.ts";
import { HINT, showPlace } from "./own-ids.ts";

/** Ids that two files give to their rules; each is reported in the second file, with its place in the first. */
export function findSharedIds(first: ConfigLayer, second: ConfigLayer): readonly ManifestIssue[] {
  const log: IssueLog = { found: [] };
  for (const [id, place] of second.ids) {
    const other = first.ids.get(id);
    if (other === undefined) continue;
    const message = `the id \`${id}\` is that of another rule: ${showPlace(first.document, other)}`;
    addError(log, "duplicate-id", place, message, HINT);
  }
  return toIssues(log, second.document);
}
