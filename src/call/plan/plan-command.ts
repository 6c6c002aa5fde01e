import type { ArgPart } from "../../model/arg-node.ts";
import type { ResolvedCall } from "../../model/call.ts";
import { inspectGitRepository } from "../../facts/git-repository.ts";
import { Refused } from "../../model/errors.ts";
import type { CommandPlan, PlannedPath } from "../../model/plan.ts";
import type { CommandBackend } from "../../model/backend.ts";
import type { Tool } from "../../model/tool.ts";
import { toFixedEnvironment } from "../../params/command-line/to-fixed-environment.ts";
import { freeModeArgs, freeModeEnvironment } from "../../params/free/free-mode-hardening.ts";
import type { RepositoryLimits } from "../../params/free/option-table.ts";
import { renderArgs } from "../../template/render-args.ts";
import type { PlaceValue } from "../../template/render-args.ts";
import type { CheckedArguments } from "./check-arguments.ts";
import type { Gate } from "../gate.ts";
import { planParser } from "../shape/parser/plan-parser.ts";
import { locateProgram } from "./locate-program.ts";
import { makeInjected, needsInjected, toPlaces } from "./make-injected.ts";
import type { Injected } from "./make-injected.ts";
import { repositoryEnvironment } from "./repository-environment.ts";
import { refuseArguments } from "./refuse-arguments.ts";

/** Harmless names that programs need to speak the user's language; everything else a tool must ask for by name. */
export const BASE_ENVIRONMENT: readonly string[] = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

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
  const injected = needsInjected(tool, backend) ? makeInjected(command, gate) : {};
  const args = planArguments(command, injected);
  const argv = [program.candidate, ...args];
  const input = planInput(command, injected);
  const parser = planParser(tool, gate);
  // In the order of canonical JSON, which spares sorting.
  return {
    argv,
    cwd: command.workingFolder.resolved,
    environment: environmentOf(tool),
    fixedEnvironment: {
      ...planVariables(command, injected),
      PATH: gate.programs.searchPath,
      ...repositoryEnvironment(argv),
      ...planHardening(command, gate),
    },
    injected: isUsed(injected, [...args, input.stdin ?? ""], backend) ? injected : {},
    kind: "command",
    maxStderrBytes: tool.limits.maxStderrBytes,
    maxStdoutBytes: tool.limits.maxStdoutBytes,
    ...(parser === null ? {} : { parser }),
    paths: [program, command.workingFolder, ...command.paths, ...(parser === null ? [] : [parser])],
    sealedEnvironment: tool.sealedEnvironment?.names ?? [],
    ...planSecrets(command),
    ...input,
    timeoutMs: command.timeoutMs,
  };
}

/** Tools are immutable. */
const ENVIRONMENTS = new WeakMap<Tool, readonly string[]>();

function environmentOf(tool: Tool): readonly string[] {
  const known = ENVIRONMENTS.get(tool) ?? [...new Set([...BASE_ENVIRONMENT, ...tool.environment])].sort();
  ENVIRONMENTS.set(tool, known);
  return known;
}

/** What keeps the program's own settings from changing what runs; a tool with a template says all that itself. */
function planHardening({ tool, workingFolder }: CommandCall, gate: Gate): Readonly<Record<string, string>> {
  const { input, sealedEnvironment } = tool;
  if (input.kind === "free") {
    return freeModeEnvironment(input.free.binary, () => lookAtRepository(workingFolder.resolved, gate));
  }
  if (input.kind !== "command-line") return {};
  return toFixedEnvironment(input.commandLine.binary, sealedEnvironment?.names ?? []);
}

function lookAtRepository(folder: string, { config }: Gate): RepositoryLimits {
  const fact = inspectGitRepository(folder, config.workspaceRoots);
  if (fact.ok) return fact;
  throw new Refused("validate", "REPOSITORY_REFUSED", fact.message, { hint: fact.hint });
}

function planArguments({ tool, backend, checked }: CommandCall, injected: Partial<Injected>): readonly string[] {
  if (tool.input.kind === "free") return freeModeArgs(tool.input.free.binary, checked.list);
  if (tool.input.kind === "command-line") return checked.list;
  const rendered = renderArgs(backend.args, toPlaces(checked.texts, { ...backend.constants, ...injected }));
  if (rendered.issues.length > 0) throw refuseArguments(tool, rendered.issues);
  return rendered.argv;
}

/** Variables made from the call's values; one with an absent value is left out. */
function planVariables(
  { tool, backend, checked }: CommandCall,
  injected: Partial<Injected>,
): Readonly<Record<string, string>> {
  if (backend.variables === undefined) return {};
  const places = toPlaces(checked.texts, { ...backend.constants, ...injected, _tool_name: tool.name });
  const variables = Object.entries(backend.variables).flatMap(([name, parts]) => {
    const value = renderParts(parts, places);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(variables);
}

/** Names only: the values are opened when it runs. */
export function planSecrets({ tool }: Pick<CommandCall, "tool">): Pick<CommandPlan, "secretEnvironment"> {
  const { secretEnvironment = {} } = tool;
  return Object.keys(secretEnvironment).length === 0 ? {} : { secretEnvironment };
}

/** What the program reads; nothing when a value in it is absent. */
function planInput({ backend, checked }: CommandCall, injected: Partial<Injected>): Pick<CommandPlan, "stdin"> {
  if (backend.stdin === undefined) return {};
  const stdin = renderParts(backend.stdin, toPlaces(checked.texts, { ...backend.constants, ...injected }));
  return stdin === null ? {} : { stdin };
}

/** `null`: a value in it is absent. */
function renderParts(parts: readonly ArgPart[], places: ReadonlyMap<string, PlaceValue>): string | null {
  const pieces = parts.map((part) => (part.kind === "text" ? part.text : places.get(part.name)?.text));
  return pieces.includes(undefined) ? null : pieces.join("");
}

/** Each is unique to the call: a text has it only where it was put in. */
function isUsed({ _scan_id: scanId }: Partial<Injected>, texts: readonly string[], backend: CommandBackend): boolean {
  return backend.variables !== undefined || (scanId !== undefined && texts.some((text) => text.includes(scanId)));
}
