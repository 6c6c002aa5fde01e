import type { BrowserProgram } from "../../../model/backend.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import type { FileTable } from "../shape.ts";
import { checkNoSharedArgs } from "../tool/check-no-shared-args.ts";
import { readToolOutput } from "../tool/read-tool-output.ts";
import type { ToolHeader } from "../tool/tool-header.ts";
import { BROWSER_SHAPE, DEFAULTS_SHAPE, STATE_SHAPE } from "./browser-shape.ts";
import type { BrowserTable } from "./browser-shape.ts";
import { readAuthFlows } from "./read-auth-flows.ts";
import { readBrowserCommands } from "./read-browser-commands.ts";
import { readScope } from "./read-scope.ts";

/** What may be told of a page to policies and results. */
export const STATE_FIELDS: readonly string[] =
  "url title domain has_forms is_authenticated page_loaded tab_count".split(" ");

/** Reads a browser: one tool for each command that its author permits, and `login` when there are ways to log in. */
export function readBrowser(
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  checkNoSharedArgs(file, "browser", log);
  const output = readToolOutput(file, "expected", log, options);
  if (file.browser === undefined) return [];
  const read = readTable(file.browser, BROWSER_SHAPE, log);
  const browser = readProgram(read, log);
  return readBrowserCommands(read, { header, browser, output }, log, options);
}

function readProgram(read: BrowserTable, log: IssueLog): BrowserProgram {
  const scope = readScope(read.scope, log);
  return {
    engine: read.engine ?? "cdp",
    connect: read.connect ?? "launch",
    headless: read.headless ?? true,
    extractMode: readExtractMode(read, log),
    startupTimeoutMs: (read.startup_timeout_seconds ?? 60) * 1000,
    sessionTimeoutMs: (read.session_timeout_seconds ?? 1800) * 1000,
    idleTimeoutMs: (read.idle_timeout_seconds ?? 300) * 1000,
    maxInteractions: read.max_interactions ?? 100,
    ...scope,
    stateFields: readStateFields(read.state, log),
    authFlows: readAuthFlows(read.auth_flows, scope, log),
  };
}

/** The format writes it in two places. */
function readExtractMode(read: BrowserTable, log: IssueLog): BrowserProgram["extractMode"] {
  const shared = read.defaults === undefined ? undefined : readTable(read.defaults, DEFAULTS_SHAPE, log).extract_mode;
  if (read.extract_mode !== undefined && shared !== undefined && read.extract_mode !== shared) {
    const message = `\`extract_mode\` is "${read.extract_mode}" in [browser], but "${shared}" here`;
    const place = { path: ["browser", "defaults", "extract_mode"], part: "value" } as const;
    addError(log, "duplicate-key", place, message, "Keep one of the two.");
  }
  return read.extract_mode ?? shared ?? "accessibility_tree";
}

function readStateFields(source: TableSource | undefined, log: IssueLog): readonly string[] {
  if (source === undefined) return [];
  const { fields = [] } = readTable(source, STATE_SHAPE, log);
  for (const [index, name] of fields.entries()) {
    const place = { path: [...source.path, "fields", index], part: "value" } as const;
    if (!STATE_FIELDS.includes(name)) {
      const message = `a page has no state \`${showText(name)}\`${suggestNearest(name, STATE_FIELDS)}`;
      addError(log, "unknown-field", place, message, `Known: ${STATE_FIELDS.join(", ")}.`);
    } else if (fields.indexOf(name) < index) {
      addError(log, "duplicate-value", place, `\`${name}\` is listed twice`, "Keep one of the two.");
    }
  }
  return fields;
}
