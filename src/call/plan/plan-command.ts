import path from "node:path";
import type { ResolvedCall } from "../../model/call.ts";
import { inspectGitRepository } from "../../facts/git-repository.ts";
import { hashFile } from "../../facts/hash-file.ts";
import { Refused } from "../../model/errors.ts";
import type { CommandPlan, PlannedPath } from "../../model/plan.ts";
import type { CommandBackend } from "../../model/tool.ts";
import { freeModeArgs, freeModeEnvironment } from "../../params/free/free-mode-hardening.ts";
import type { RepositoryLimits } from "../../params/free/option-table.ts";
import { isWithin } from "../../params/posix-path.ts";
import { renderArgs } from "../../template/render-args.ts";
import type { CheckedArguments } from "./check-arguments.ts";
import type { Gate } from "../gate.ts";
import { refuseArguments } from "./refuse-arguments.ts";

/** Harmless names that programs need to speak the user's language; everything else a tool must ask for by name. */
const BASE_ENVIRONMENT = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/** A call whose arguments fit and whose paths are confined. */
export interface CommandCall extends ResolvedCall {
  readonly backend: CommandBackend;
  readonly checked: CheckedArguments;
  readonly paths: readonly PlannedPath[];
  readonly workingFolder: PlannedPath;
  readonly timeoutMs: number;
}

/** Fixes all that will run: program, arguments, folder, environment names, limits. */
export function planCommand(command: CommandCall, gate: Gate): CommandPlan {
  const { tool, backend } = command;
  const program = locateProgram(backend.binary, gate);
  const injected = makeInjected(command);
  const args = planArguments(command, injected);
  const look = (): RepositoryLimits => lookAtRepository(command.workingFolder.resolved, gate);
  const hardening = tool.input.kind === "free" ? freeModeEnvironment(tool.input.free.binary, look) : {};
  return {
    kind: "command",
    argv: [program.candidate, ...args],
    cwd: command.workingFolder.resolved,
    environment: [...new Set([...BASE_ENVIRONMENT, ...tool.environment])].sort(),
    fixedEnvironment: { PATH: gate.programs.searchPath, ...hardening },
    paths: [program, command.workingFolder, ...command.paths],
    injected: args.some((arg) => arg.includes(injected._scan_id)) ? injected : {},
    timeoutMs: command.timeoutMs,
    maxStdoutBytes: tool.limits.maxStdoutBytes,
    maxStderrBytes: tool.limits.maxStderrBytes,
  };
}

function locateProgram(binary: string, { programs, config }: Gate): PlannedPath {
  const fact = programs.find(binary);
  if (!("found" in fact)) return withContent(fact, config.workspaceRoots);
  const details = { program: binary, looked: fact.looked };
  if (fact.reason === "missing") {
    const hint = `install \`${binary}\`, or give its absolute path as \`binary\``;
    throw new Refused("validate", "PROGRAM_NOT_FOUND", `the program \`${binary}\` was not found`, { hint, details });
  }
  const [why, hint] = NOT_EXECUTABLE[fact.reason];
  const message = `the program \`${binary}\` is there, but ${why}`;
  throw new Refused("validate", "PROGRAM_NOT_EXECUTABLE", message, { hint, details });
}

/** An agent may be able to write in the workspace: a program there is bound by what it says, not only by its name. */
function withContent(program: PlannedPath, roots: readonly string[]): PlannedPath {
  const isReachable = roots.some((root) => isWithin(program.resolved, root));
  return isReachable ? { ...program, contentHash: hashFile(program.resolved) } : program;
}

const NOT_EXECUTABLE = {
  "not-executable": ["this user may not execute it", "give it execute permission"],
  "no-interpreter": [
    "it is a text file without a `#!` line, which the system would hand to a shell",
    "begin the file with `#!` and the interpreter's path",
  ],
} as const;

function lookAtRepository(folder: string, { config }: Gate): RepositoryLimits {
  const fact = inspectGitRepository(folder, config.workspaceRoots);
  if (fact.ok) return fact;
  throw new Refused("validate", "REPOSITORY_REFUSED", fact.message, { hint: fact.hint });
}

/** Values that exist once per call; the scan id ends like the call's own id, which ties output files to the record. */
function makeInjected({
  call,
  session,
}: ResolvedCall): Readonly<Record<"_scan_id" | "_output_file" | "_evidence_dir", string>> {
  const scanId = `${Math.floor(call.receivedAt / 1000)}-${call.id.replaceAll("-", "").slice(-16)}`;
  return {
    _scan_id: scanId,
    _output_file: path.join(session.folder, `${scanId}-output`),
    _evidence_dir: session.folder,
  };
}

function planArguments(
  { tool, backend, checked }: CommandCall,
  injected: Readonly<Record<string, string>>,
): readonly string[] {
  if (tool.input.kind === "free") return freeModeArgs(tool.input.free.binary, checked.list);
  const places = new Map(checked.texts);
  for (const [name, text] of Object.entries({ ...backend.constants, ...injected })) {
    if (!places.has(name)) places.set(name, { text, numeric: false, allowLeadingDash: true });
  }
  const rendered = renderArgs(backend.args, places);
  if (rendered.issues.length > 0) throw refuseArguments(tool, rendered.issues);
  return rendered.argv;
}
