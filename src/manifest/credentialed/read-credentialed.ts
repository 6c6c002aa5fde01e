import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import type { JsonDocument } from "../json/parse-json.ts";
import type { ManifestOptions, PlacedDraft } from "../manifest.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { readRecord } from "./read-record.ts";

/** Reads programs with a credential: one record, or a list of them. Drafts only count without an error in `log`. */
export function readCredentialed(
  { root }: JsonDocument,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const isList = Array.isArray(root);
  const entries: readonly JsonValue[] = isList ? (root as readonly JsonValue[]) : [root];
  const drafts: PlacedDraft[] = [];
  if (entries.length === 0) addError(log, "empty-list", { path: [], part: "value" }, "no record stands in this list");
  for (const [index, value] of entries.entries()) {
    const path: TomlPath = isList ? [index] : [];
    if (!isObject(value)) {
      addError(log, "wrong-type", { path, part: "value" }, "a record must be an object with `binary_name`");
      continue;
    }
    const draft = readRecord(value, path, log, options);
    const key = Object.hasOwn(value, "name") ? "name" : "binary_name";
    const place = { path: [...path, key], part: "key" } as const;
    if (draft.name !== "" && drafts.some((other) => other.draft.name === draft.name)) {
      const message = `the name \`${showText(draft.name)}\` is used twice`;
      addError(log, "duplicate-name", place, message, "Give one of them another `name`.");
    }
    drafts.push({ draft, place });
  }
  return drafts;
}
