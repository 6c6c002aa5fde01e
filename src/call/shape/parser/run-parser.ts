import path from "node:path";
import { runConfined } from "../../../backends/command/run-confined.ts";
import type { ConfinedRunParts } from "../../../backends/command/run-confined.ts";
import type { Config } from "../../../config/config.ts";
import type { PlannedPath } from "../../../model/plan.ts";
import { NO_RESOURCE_LIMITS } from "../../../model/sandbox.ts";
import type { PlannedSandbox, ResourceLimits } from "../../../model/sandbox.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { listCredentials } from "../../../sandbox/places/list-credentials.ts";
import type { EngineState } from "../../../sandbox/sandbox.ts";
import type { ProcessRequest, ProcessResult } from "../../../process/process-runner.ts";
import { findInterpreter } from "./find-interpreter.ts";

/** One run of a parser program over the output of one call. */
export interface ParserRequest {
  readonly callId: string;
  readonly program: PlannedPath;
  /** Holds the raw output; absolute. It is all that the program is told. */
  readonly rawFile: string;
  /** Where it works and may write; absolute, empty, mode 0700. */
  readonly folder: string;
  readonly timeoutMs: number;
}

/** Runs a parser program as closely confined as this machine can. Never rejects for what the program does. */
export type RunParser = (request: ParserRequest, signal: AbortSignal) => Promise<ProcessResult>;

export interface ParserRunnerOptions extends Pick<
  ConfinedRunParts,
  "runner" | "sandbox" | "logFailure" | "logMovedAside"
> {
  readonly config: Pick<Config, "sandbox" | "workspaceRoots" | "home">;
  /** Absolute: what no confined program sees. */
  readonly hidden: readonly string[];
  /** Its `PATH`. */
  readonly searchPath: string;
}

/** Of both streams together; results that are larger help no model. */
export const MAX_PARSED_BYTES: number = 8 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;
/** Of each file that it writes into its folder. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Makes what runs parser programs: profile `isolated`, no network, reading only the raw output, the program with what
 * lies beside it, and the program that its first line names. Without an engine it runs unconfined only where the configuration says so; otherwise it throws.
 */
export function createParserRunner(options: ParserRunnerOptions): RunParser {
  const { runner, sandbox } = options;
  return async (request, signal) => {
    const program = toProgram(request, options);
    await sandbox.prepare();
    if (sandbox.state.ok) {
      const planned = toSandbox(request, options, sandbox.state);
      const { callId, folder: cwd } = request;
      const place = {
        callId,
        cwd,
        visible: findInterpreter(request.program.resolved, options.searchPath),
        hidden: [...options.hidden, ...listCredentials(resolvePath(options.config.home).resolved)],
        fixed: [],
        guarded: [],
        environment: Object.keys(program.env),
        proxySocket: null,
      };
      return runConfined({ request: program, events: {}, signal }, planned, place, {
        ...options,
        openProxy: refuseProxy,
      });
    }
    refuseUnconfined(options);
    return runner.run(program, {}, signal);
  };
}

function toProgram(
  { callId, program, rawFile, folder, timeoutMs }: ParserRequest,
  { searchPath }: ParserRunnerOptions,
): ProcessRequest {
  return {
    callId,
    argv: [program.resolved, rawFile],
    cwd: folder,
    env: { PATH: searchPath, HOME: folder, LANG: "C.UTF-8" },
    timeoutMs,
    maxStdoutBytes: MAX_PARSED_BYTES,
    maxStderrBytes: MAX_STDERR_BYTES,
    maxTotalBytes: MAX_PARSED_BYTES,
    stream: false,
  };
}

function refuseProxy(): Promise<never> {
  return Promise.reject(new Error("a parser program has no network"));
}

/** Planning has refused such a call before; an engine that went away since must not make the program free. */
function refuseUnconfined({ config }: ParserRunnerOptions): void {
  if (config.sandbox.fallback !== "none") throw new Error("nothing is left that could confine the parser program");
}

function toSandbox(
  { program, rawFile, folder }: ParserRequest,
  { config }: ParserRunnerOptions,
  { engine, cannot }: Extract<EngineState, { ok: true }>,
): PlannedSandbox {
  // Nobody demanded limits for it: where none can be set, the caps on time and output hold.
  const canLimit = cannot.limits === undefined;
  return {
    profile: "isolated",
    engine,
    image: config.sandbox.image,
    writable: [folder],
    readable: [rawFile, visiblePart(program, [...config.workspaceRoots, resolvePath(config.home).resolved])],
    network: { kind: "none" },
    limits: canLimit ? toLimits(config.sandbox.limits) : NO_RESOURCE_LIMITS,
  };
}

/** A program may need what lies beside it, but one in the middle of a workspace or a home would see all of that. */
function visiblePart({ resolved }: PlannedPath, roots: readonly string[]): string {
  const folder = path.dirname(resolved);
  const holdsMore = folder === "/" || roots.some((root) => isWithin(root, folder));
  return holdsMore ? resolved : folder;
}

function toLimits(limits: ResourceLimits): ResourceLimits {
  return { ...limits, fileBytes: Math.min(limits.fileBytes ?? MAX_FILE_BYTES, MAX_FILE_BYTES) };
}
