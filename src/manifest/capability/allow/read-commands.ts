import type { CapabilityCommand } from "../../../model/backend.ts";
import type { CapabilityCeiling } from "../../manifest.ts";
import { checkEnvironment } from "../../checks/check-environment.ts";
import { checkFolder } from "../../checks/check-folder.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlPath, TomlValue } from "../../toml/toml-document.ts";
import { checkParamName } from "../../tool-name.ts";
import { COMMAND_SHAPE } from "../shape.ts";
import type { CommandTable } from "../shape.ts";
import { checkCommandCeiling } from "./check-ceiling.ts";
import { readRun } from "./read-run.ts";

/** How long a command may take when it does not say. */
const DEFAULT_TIMEOUT_MS = 120_000;

type Commands = Readonly<Record<string, CapabilityCommand>>;

/** Reads `allow.commands`: by name, a shell line or an object that says more. */
export function readCommands(source: TableSource | undefined, ceiling: CapabilityCeiling, log: IssueLog): Commands {
  const entries = Object.entries(source?.table ?? {}).flatMap(([name, value]) => {
    const path = [...(source?.path ?? []), name];
    checkParamName(name, { path, part: "key" }, log);
    const command = value === undefined ? null : readCommand(value, path, ceiling, log);
    return command === null ? [] : [[name, command] as const];
  });
  // Not a literal: `__proto__` is a name like any other.
  return Object.fromEntries(entries);
}

function readCommand(
  value: TomlValue,
  path: TomlPath,
  ceiling: CapabilityCeiling,
  log: IssueLog,
): CapabilityCommand | null {
  if (typeof value !== "string" && !isTable(value)) {
    reportType("a string or an object", value, path, log);
    return null;
  }
  const table = typeof value === "string" ? { run: value } : value;
  const read = readTable({ table, path }, COMMAND_SHAPE, log);
  const runPath = typeof value === "string" ? path : [...path, "run"];
  const run = read.run === undefined ? null : readRun(read.run, runPath, log);
  checkDetails(read, path, log);
  if (run === null) return null;
  checkCommandCeiling(run.run.kind, ceiling, path, log);
  return {
    ...run,
    timeoutMs: read.timeoutMs ?? read.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    environment: read.env ?? [],
    cwd: read.cwd ?? null,
    output: read.output ?? "text",
    persistent: read.persistent ?? false,
  };
}

function checkDetails(read: CommandTable, path: TomlPath, log: IssueLog): void {
  if (read.env !== undefined) checkEnvironment(read.env, [...path, "env"], log);
  if (read.cwd !== undefined) checkFolder(read.cwd, "cwd", { path: [...path, "cwd"], part: "value" }, log);
  const place = { path: [...path, "timeout_ms"], part: "key" } as const;
  if (read.timeoutMs !== undefined && read.timeout_ms !== undefined) {
    addError(log, "two-spellings", place, "`timeoutMs` and `timeout_ms` are one key", "Keep one of them.");
  }
  if (read.persistent !== true) return;
  const ignored = (["timeoutMs", "timeout_ms", "output"] as const).filter((key) => read[key] !== undefined);
  for (const key of ignored) {
    const message = `\`${key}\` means nothing for a persistent command`;
    addWarning(log, "unused-key", { path: [...path, key], part: "key" }, message, "Take it out.");
  }
}
