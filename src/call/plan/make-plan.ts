import type { BackendSpec } from "../../model/backend.ts";
import type { ResolvedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import { isProgramPlan } from "../../model/plan.ts";
import type { Plan, PlannedPath, ProgramPlan } from "../../model/plan.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { CONTAINER_TIMEOUT_MS } from "../../sandbox/container/container-timeout.ts";
import type { CheckedArguments } from "./check-arguments.ts";
import type { Gate } from "../gate.ts";
import { planHttp } from "./http/plan-http.ts";
import { planCommand } from "./plan-command.ts";
import { planSandbox } from "./plan-sandbox.ts";
import { planMcp } from "./plan-mcp.ts";
import { planScript } from "./plan-script.ts";
import { planShell } from "./shell/plan-shell.ts";

/** A call whose arguments fit and whose paths are confined. */
export interface CheckedCall extends ResolvedCall {
  readonly checked: CheckedArguments;
  readonly paths: readonly PlannedPath[];
  /** `null` for a tool that starts no program. */
  readonly workingFolder: PlannedPath | null;
}

/**
 * Fixes what would run, by the kind of back end, and what confines it. @throws Refused for a kind that this gateway cannot
 * run, and for a program that must be confined and cannot be
 */
export function makePlan(checked: CheckedCall, gate: Gate): Plan {
  const plan = makeUnconfined(checked, gate);
  return isProgramPlan(plan) ? confine(plan, checked, gate) : plan;
}

function confine(plan: ProgramPlan, checked: CheckedCall, gate: Gate): ProgramPlan {
  const sandbox = planSandbox(checked, plan, gate);
  if (sandbox === undefined) return plan;
  const { _evidence_dir: evidence } = plan.injected;
  const writable = evidence === undefined ? sandbox.writable : [...sandbox.writable, evidence];
  return { ...plan, timeoutMs: toTimeout(plan, checked, sandbox), sandbox: { ...sandbox, writable } };
}

/** A container takes its time to start; what a tool or a caller says of time holds all the same. */
function toTimeout({ timeoutMs }: ProgramPlan, { tool, call }: CheckedCall, { engine }: PlannedSandbox): number {
  const isDefault = tool.backend.kind === "shell" && call.timeoutMs === null;
  return isDefault && engine !== "bubblewrap" ? Math.max(timeoutMs, CONTAINER_TIMEOUT_MS) : timeoutMs;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

function makeUnconfined(checked: CheckedCall, gate: Gate): Plan {
  const { tool, call, workingFolder } = checked;
  const { backend } = tool;
  const timeoutMs = Math.min(tool.limits.timeoutMs, call.timeoutMs ?? NO_LIMIT, checked.grantedMs ?? NO_LIMIT);
  switch (backend.kind) {
    case "command":
      return planCommand({ ...checked, backend, timeoutMs, workingFolder: expectFolder(workingFolder) }, gate);
    case "script":
      return planScript({ ...checked, backend, timeoutMs, workingFolder: expectFolder(workingFolder) }, gate);
    case "shell":
      return planShell({ ...checked, backend, timeoutMs, workingFolder: expectFolder(workingFolder) }, gate);
    case "http":
      return planHttp({ ...checked, backend, timeoutMs }, gate);
    case "mcp":
      return planMcp({ ...checked, backend, timeoutMs });
    case "handler":
    case "internal": {
      const api = backend.kind === "internal" ? backend.api : null;
      // In the order of canonical JSON, which spares sorting.
      return { api, arguments: checked.checked.values, kind: "handler", paths: checked.paths, timeoutMs };
    }
    default:
      throw unavailable(tool.name, backend.kind);
  }
}

/** Says which part of the gateway is missing. */
export function unavailable(name: string, kind: BackendSpec["kind"]): Refused {
  const message = `\`${name}\` is declared and checked, but this gateway cannot run ${KINDS[kind]}`;
  return new Refused("resolve", "BACKEND_UNAVAILABLE", message, {
    hint: "`toolgate tools show` says what it would do",
  });
}

const KINDS: Readonly<Record<BackendSpec["kind"], string>> = {
  command: "programs",
  script: "several programs joined",
  shell: "command lines",
  handler: "it: no handler was given for it",
  internal: "built-in APIs",
  http: "HTTP requests",
  mcp: "tools of upstream servers",
  session: "interactive sessions",
  browser: "browser commands",
  capability: "handlers of module files",
  app: "handlers of connected applications",
};

function expectFolder(folder: PlannedPath | null): PlannedPath {
  if (folder === null) throw new Error("a program was planned without a working folder");
  return folder;
}
