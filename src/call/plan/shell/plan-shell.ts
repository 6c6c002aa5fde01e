import path from "node:path";
import { resolvePath } from "../../../facts/resolve-path.ts";
import type { ShellBackend } from "../../../model/backend.ts";
import { Refused } from "../../../model/errors.ts";
import type { CommandPlan, PlannedPath, PlannedStage, PlannedStep, ScriptPlan } from "../../../model/plan.ts";
import type { CommandAnalysis } from "../../../shell/analysis.ts";
import type { SimpleScript, SimpleStage, SimpleStep } from "../../../shell/simple-script.ts";
import { isShellWord } from "../../../shell/shell-words.ts";
import type { Gate } from "../../gate.ts";
import { locateProgram } from "../locate-program.ts";
import type { CheckedCall } from "../make-plan.ts";
import { BASE_ENVIRONMENT } from "../plan-command.ts";
import { planRedirect } from "../plan-redirect.ts";
import { refuseArguments } from "../refuse-arguments.ts";
import { repositoryEnvironment } from "../repository-environment.ts";
import { expandLine } from "./expand-line.ts";
import { trackFolders } from "./track-folders.ts";

export interface ShellCall extends CheckedCall {
  readonly backend: ShellBackend;
  readonly workingFolder: PlannedPath;
  readonly timeoutMs: number;
}

/** Without the files and variables that could change what a line means. */
const SHELL_OPTIONS: readonly string[] = ["--noprofile", "--norc", "-p", "-c"];

/**
 * Fixes what a line of the caller would run: programs joined without a shell where the line is that and no more, else the
 * line itself for a real shell, which a human is asked about each time.
 */
export function planShell(call: ShellCall, gate: Gate): CommandPlan | ScriptPlan {
  const line = call.checked.values[call.backend.line];
  if (typeof line !== "string") throw new Error("a shell line was planned without its line");
  if (line.includes("\0")) {
    const issue = {
      param: call.backend.line,
      code: "characters",
      message: "a command line holds no NUL character",
    } as const;
    throw refuseArguments(call.tool, [issue]);
  }
  const chosen = chooseFolder(call);
  const { sent, analysis } = readLine(line, chosen.resolved, gate);
  const located = { ...call, workingFolder: chosen };
  const steps = analysis.script === null ? null : planSteps(analysis.script, located, gate);
  if (steps === null) return planRealShell(line, located, gate);
  const plan = planScript(steps, located, gate);
  return analysis === sent ? plan : { ...plan, expanded: analysis.text };
}

/** What the caller names, else where the session works. */
function chooseFolder({ checked, backend, workingFolder }: ShellCall): PlannedPath {
  const named = checked.values[backend.folder];
  if (typeof named !== "string") return workingFolder;
  const { resolved, kind } = resolvePath(named);
  if (kind === "folder") return { param: "", candidate: named, resolved };
  const message = `\`${backend.folder}\` is ${JSON.stringify(named)}, which is not an existing folder`;
  throw new Refused("validate", "WORKING_FOLDER_MISSING", message, { hint: "make the folder first" });
}

/** The line as it was sent, and as it is once patterns and `~` are worked out. */
export function readLine(
  line: string,
  folder: string,
  gate: Pick<Gate, "analyzeLine" | "home">,
): { readonly sent: CommandAnalysis; readonly analysis: CommandAnalysis } {
  const sent = gate.analyzeLine(line);
  const expanded = sent.problems.length > 0 ? null : expandLine(sent, folder, gate.home);
  return { sent, analysis: expanded === null ? sent : gate.analyzeLine(expanded) };
}

interface PlannedSteps {
  readonly steps: readonly PlannedStep[];
  readonly endFolder: string | undefined;
  readonly paths: readonly PlannedPath[];
}

/** `null`: a step is a word of the shell, or works where only a shell could tell. */
function planSteps(script: SimpleScript, call: ShellCall, gate: Gate): PlannedSteps | null {
  const paths: PlannedPath[] = [];
  const steps: PlannedStep[] = [];
  let endFolder: string | undefined;
  for (const [index, { moves, move }] of trackFolders(script.steps).entries()) {
    const { operator, stages } = script.steps[index] ?? NOTHING;
    if (moves === null || mayBeMade([...moves, ...(move === null ? [] : [move])], steps, call, gate)) return null;
    const place = followMoves(moves, call.workingFolder, gate);
    paths.push(place);
    if (move !== null) {
      const target = followMoves([move], place, gate);
      paths.push(target);
      steps.push({ operator, stages: [], cwd: place.resolved });
      endFolder = target.resolved;
      continue;
    }
    if (stages.some(({ words }) => isShellWord(words[0].text))) return null;
    const planned = planStages(stages, call, place, gate);
    paths.push(...planned.paths);
    steps.push({ operator, stages: planned.stages, cwd: place.resolved });
  }
  return { steps, paths, endFolder };
}

const NOTHING: SimpleStep = { operator: ";", stages: [] };

/** A folder that is not there yet, and that a step before may make: where the rest works is only known when it runs. */
function mayBeMade(moves: readonly string[], before: readonly PlannedStep[], call: ShellCall, gate: Gate): boolean {
  if (!before.some(({ stages }) => stages.length > 0)) return false;
  let from = call.workingFolder.resolved;
  return moves.some((move) => {
    const { resolved, kind } = resolvePath(move === "~" ? gate.home : path.resolve(from, move));
    from = resolved;
    return kind !== "folder";
  });
}

/** A folder that is there can be gone to: nothing has to run for it. */
function followMoves(moves: readonly string[], start: PlannedPath, { home }: Gate): PlannedPath {
  return moves.reduce((from, move) => {
    const candidate = move === "~" ? home : path.resolve(from.resolved, move);
    const { resolved, kind } = resolvePath(candidate);
    if (kind === "folder") return { param: "", candidate, resolved };
    const message = `the line goes to ${JSON.stringify(candidate)}, which is not an existing folder`;
    throw new Refused("validate", "WORKING_FOLDER_MISSING", message, { hint: "make the folder first" });
  }, start);
}

function planStages(
  stages: readonly SimpleStage[],
  call: ShellCall,
  place: PlannedPath,
  gate: Gate,
): { readonly stages: readonly PlannedStage[]; readonly paths: readonly PlannedPath[] } {
  const paths: PlannedPath[] = [];
  const planned = stages.map(({ words, redirects }): PlannedStage => {
    const [program, ...args] = words.map(({ text }) => text);
    const located = locateProgram(toProgram(program ?? "", place), gate);
    const files = redirects.map(({ redirect }) => planRedirect(redirect, { ...call, workingFolder: place }, gate));
    paths.push(located, ...files.flatMap((file) => file.path ?? []));
    return { argv: [located.candidate, ...args], redirects: files.map(({ redirect }) => redirect) };
  });
  return { stages: planned, paths };
}

/** A path to a program starts where the step works. */
function toProgram(program: string, { resolved }: PlannedPath): string {
  return program.includes("/") ? path.resolve(resolved, program) : program;
}

function planScript({ steps, paths, endFolder }: PlannedSteps, call: ShellCall, gate: Gate): ScriptPlan {
  const argv = steps.flatMap(({ stages }) => stages.flatMap((stage) => stage.argv));
  const end = endFolder === undefined ? {} : { endFolder };
  return { kind: "script", steps, ...end, ...planSurroundings(argv, paths, call, gate) };
}

function planRealShell(line: string, call: ShellCall, gate: Gate): CommandPlan {
  const shell = locateProgram("bash", gate);
  const argv = [shell.candidate, ...SHELL_OPTIONS, line];
  return { kind: "command", argv, line, ...planSurroundings(argv, [shell], call, gate) };
}

function planSurroundings(
  argv: readonly string[],
  paths: readonly PlannedPath[],
  { tool, workingFolder, ...call }: ShellCall,
  gate: Gate,
): Omit<CommandPlan, "kind" | "argv" | "line"> {
  return {
    cwd: workingFolder.resolved,
    environment: [...new Set([...BASE_ENVIRONMENT, ...tool.environment])].sort(),
    fixedEnvironment: { PATH: gate.programs.searchPath, ...repositoryEnvironment(argv) },
    sealedEnvironment: [],
    paths: [workingFolder, ...call.paths, ...paths],
    injected: {},
    timeoutMs: call.timeoutMs,
    maxStdoutBytes: tool.limits.maxStdoutBytes,
    maxStderrBytes: tool.limits.maxStderrBytes,
  };
}
