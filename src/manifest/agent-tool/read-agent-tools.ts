import type { JsonDocument } from "../json/parse-json.ts";
import type { PlacedDraft } from "../manifest.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readToolList } from "./read-tool-list.ts";

/** Reads tools that an application declares, from a file. Nothing says that its read-only tools can be believed. */
export function readAgentTools(document: Pick<JsonDocument, "root">, log: IssueLog): readonly PlacedDraft[] {
  return readToolList(document.root, log, { reserved: new Set(), trustReadOnly: false });
}
