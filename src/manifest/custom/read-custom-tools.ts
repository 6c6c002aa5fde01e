import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import type { JsonDocument } from "../json/parse-json.ts";
import type { ManifestOptions, PlacedDraft } from "../manifest.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { readCustomTool } from "./read-custom-tool.ts";

interface Entry {
  readonly value: JsonValue;
  readonly path: TomlPath;
}

/** Reads custom tools: one object, or a list of them. What is wrong goes to `log`; drafts only count without an error. */
export function readCustomTools(
  document: JsonDocument,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const { root } = document;
  const entries: readonly Entry[] = Array.isArray(root)
    ? (root as readonly JsonValue[]).map((value, index) => ({ value, path: [index] }))
    : [{ value: root, path: [] }];
  if (entries.length === 0) {
    addError(log, "empty-list", { path: [], part: "value" }, "no tool stands in this list");
  }
  const drafts: PlacedDraft[] = [];
  for (const { value, path } of entries) {
    if (!isObject(value)) {
      const message = "a custom tool must be an object with `name` and `command`";
      addError(log, "wrong-type", { path, part: "value" }, message);
      continue;
    }
    const draft = readCustomTool(value, path, log, options);
    const place = { path: [...path, "name"], part: "key" } as const;
    if (draft.name !== "" && drafts.some((other) => other.draft.name === draft.name)) {
      addError(
        log,
        "duplicate-name",
        place,
        `the name \`${showText(draft.name)}\` is used twice`,
        "Rename one of them.",
      );
    }
    drafts.push({ draft, place });
  }
  return drafts;
}
