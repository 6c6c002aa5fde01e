import type { SessionProgram } from "../../../model/backend.ts";
import { findForbiddenCharacter } from "../../../params/characters.ts";
import { compilePattern } from "../../../params/pattern.ts";
import { showText } from "../../../text/show-text.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { checkSessionPattern } from "./check-session-pattern.ts";
import { readStartup } from "./read-startup.ts";
import { CHILD_SHAPE, EVENTS_SHAPE, INTERACTION_SHAPE } from "./session-shape.ts";
import type { SessionTable } from "./session-shape.ts";

/** Reads what `[session]` says of the program that all its commands share; `null` after an error was reported. */
export function readProgram(read: SessionTable, log: IssueLog): SessionProgram | null {
  const startup =
    read.startup_command === undefined ? null : readStartup(read.startup_command, ["session", "startup_command"], log);
  const interaction = read.interaction === undefined ? {} : readInteraction(read.interaction, log);
  const childDetection = readChild(read.child_detection, log);
  const events = readEvents(read.events, log);
  checkReady(read.ready_pattern, log);
  if (startup === null || read.ready_pattern === undefined) return null;
  return {
    ...startup,
    readyPattern: read.ready_pattern,
    startupTimeoutMs: (read.startup_timeout_seconds ?? 60) * 1000,
    idleTimeoutMs: (read.idle_timeout_seconds ?? 300) * 1000,
    sessionTimeoutMs: (read.session_timeout_seconds ?? 1800) * 1000,
    maxInteractions: read.max_interactions ?? 100,
    inputSanitize: interaction.input_sanitize ?? [],
    outputMaxBytes: interaction.output_max_bytes ?? 1024 * 1024,
    outputWaitMs: interaction.output_wait_ms ?? 2000,
    childDetection,
    events,
  };
}

/** The prompt is looked for at the end of the output, so it is searched; but it must say something. */
function checkReady(pattern: string | undefined, log: IssueLog): void {
  const path = ["session", "ready_pattern"];
  if (pattern === undefined || !checkSessionPattern(pattern, path, log)) return;
  const compiled = compilePattern(pattern);
  if (!compiled.ok || !compiled.matches("")) return;
  const message = "`ready_pattern` also matches nothing at all, so the program would seem ready at once";
  addWarning(log, "matches-nothing", { path, part: "value" }, message, "Write what stands at the prompt.");
}

interface Interaction {
  readonly input_sanitize?: readonly string[] | undefined;
  readonly output_max_bytes?: number | undefined;
  readonly output_wait_ms?: number | undefined;
}

function readInteraction(source: TableSource, log: IssueLog): Interaction {
  const read = readTable(source, INTERACTION_SHAPE, log);
  for (const [index, name] of (read.input_sanitize ?? []).entries()) {
    if (name === "injection") continue;
    const message = `unknown sanitizer \`${showText(name)}\`; \`injection\` is the only one`;
    addError(log, "unknown-sanitizer", { path: [...source.path, "input_sanitize", index], part: "value" }, message);
  }
  return read;
}

function readChild(source: TableSource | undefined, log: IssueLog): SessionProgram["childDetection"] {
  if (source === undefined) return null;
  const { pattern, type, manifest } = readTable(source, CHILD_SHAPE, log);
  if (pattern !== undefined) checkSessionPattern(pattern, [...source.path, "pattern"], log);
  if (type !== undefined && !/^[A-Za-z0-9][\w.-]{0,63}$/.test(type)) {
    const message = `"${showText(type)}" cannot name a kind of session`;
    addError(log, "bad-name", { path: [...source.path, "type"], part: "value" }, message, "Use A-Z a-z 0-9 _ . -.");
  }
  if (manifest !== undefined && !isManifestFile(manifest)) {
    const message = `"${showText(manifest)}" is not a manifest beside this one`;
    const hint = "Name a `.clad.toml` file of the same folder, or of one below it.";
    addError(log, "bad-folder", { path: [...source.path, "manifest"], part: "value" }, message, hint);
  }
  return pattern === undefined || type === undefined || manifest === undefined ? null : { pattern, type, manifest };
}

function isManifestFile(text: string): boolean {
  if (text.length > 200 || !text.endsWith(".clad.toml") || findForbiddenCharacter(text, false) !== null) return false;
  return text.split("/").every((part) => /^\w[\w.-]*$/.test(part));
}

function readEvents(source: TableSource | undefined, log: IssueLog): SessionProgram["events"] {
  if (source === undefined) return null;
  const read = readTable(source, EVENTS_SHAPE, log);
  for (const [index, name] of (read.event_types ?? []).entries()) {
    if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) continue;
    const message = `"${showText(name)}" cannot name a kind of event`;
    addError(log, "bad-name", { path: [...source.path, "event_types", index], part: "value" }, message);
  }
  if (read.enabled === false) return null;
  return {
    maxQueueDepth: read.max_queue_depth ?? 100,
    pollIntervalMs: read.poll_interval_ms ?? 500,
    eventTypes: read.event_types ?? [],
    ttlMs: (read.ttl_seconds ?? 300) * 1000,
  };
}
