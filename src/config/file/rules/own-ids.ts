import { addError } from "../../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import type { Place, TomlDocument } from "../../../manifest/toml/toml-document.ts";

/** The ids that a file gives to its rules, with where each stands. */
export type OwnIds = Map<string, Place>;

/** Takes note of an id; one that another rule of the file has is reported with both places. */
export function claimId(ids: OwnIds, id: string, place: Place, document: TomlDocument, log: IssueLog): void {
  const first = ids.get(id);
  if (first === undefined) {
    ids.set(id, place);
    return;
  }
  addError(log, "duplicate-id", place, `the id \`${id}\` is that of another rule: ${showPlace(document, first)}`, HINT);
}

export const HINT = "Explanations and the audit name a rule by its id: give each its own.";

/** Such as `/home/me/toolgate.toml:12:3`. */
export function showPlace(document: Pick<TomlDocument, "file" | "locate">, place: Place): string {
  const { line, column } = document.locate(place);
  return `${document.file}:${line}:${column}`;
}
