import type { ManifestOptions, PlacedDraft, ToolcladProfile } from "../manifest.ts";
import { addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { TomlDocument } from "../toml/toml-document.ts";
import { readBrowser } from "./browser/read-browser.ts";
import { readHttp } from "./http/read-http.ts";
import { readMcp } from "./mcp/read-mcp.ts";
import { readSession } from "./session/read-session.ts";
import { FILE_SHAPE } from "./shape.ts";
import { pickBackend } from "./tool/pick-backend.ts";
import type { BackendName } from "./tool/pick-backend.ts";
import { readCallback } from "./tool/read-callback.ts";
import { readOneShot } from "./tool/read-one-shot.ts";
import { readTool } from "./tool/read-tool.ts";
import type { BackendReader } from "./tool/tool-header.ts";

const READERS: Readonly<Record<BackendName, BackendReader>> = {
  command: readOneShot,
  callback: readCallback,
  http: readHttp,
  mcp: readMcp,
  session: readSession,
  browser: readBrowser,
};

/**
 * Reads a ToolClad file: one tool, or one for each command of a session or a browser. What is wrong goes to `log`; the
 * drafts only count without errors.
 */
export function readToolclad(document: TomlDocument, log: IssueLog, options: ManifestOptions): readonly PlacedDraft[] {
  const file = readTable({ table: document.root, path: [] }, FILE_SHAPE, log);
  const header = readTool(file.tool, log, options);
  const picked = pickBackend(document.root, header, log);
  if (header.sandbox !== null && picked !== null && WITHOUT_PROGRAM.includes(picked)) warnUnconfined(picked, log);
  const drafts = picked === null ? [] : READERS[picked](file, header, log, withProfile(options, header.profile));
  if (header.profile === "peer") tolerateUnknownKeys(log);
  return drafts;
}

const WITHOUT_PROGRAM: readonly BackendName[] = ["callback", "http", "mcp", "browser"];

function warnUnconfined(picked: BackendName, log: IssueLog): void {
  const what = picked === "callback" ? "a handler of the embedding program" : `[${picked}]`;
  const message = `[tool.sandbox] has no effect: ${what} starts no program that could be confined`;
  addWarning(log, "no-effect", { path: ["tool", "sandbox"], part: "key" }, message, "Delete it.");
}

function withProfile(options: ManifestOptions, profile: ToolcladProfile): ManifestOptions {
  return { ...options, project: { types: options.project?.types ?? new Map(), profile } };
}

/** Other implementations skip keys that they do not know; in their profile such a key is a warning. */
function tolerateUnknownKeys(log: IssueLog): void {
  for (const [index, found] of log.found.entries()) {
    if (found.code === "unknown-key") log.found[index] = { ...found, severity: "warning" };
  }
}
