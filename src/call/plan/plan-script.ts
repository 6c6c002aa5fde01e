import type { ScriptBackend } from "../../model/backend.ts";
import type { PlannedPath, PlannedStage, ScriptPlan } from "../../model/plan.ts";
import { renderArgs } from "../../template/render-args.ts";
import type { Gate } from "../gate.ts";
import { locateProgram } from "./locate-program.ts";
import { makeInjected, toPlaces } from "./make-injected.ts";
import { BASE_ENVIRONMENT, planSecrets } from "./plan-command.ts";
import type { CommandCall } from "./plan-command.ts";
import { planRedirect } from "./plan-redirect.ts";
import { repositoryEnvironment } from "./repository-environment.ts";
import { refuseArguments } from "./refuse-arguments.ts";

export type ScriptCall = Omit<CommandCall, "backend"> & { readonly backend: ScriptBackend };

/** Fixes every program of a script before any of them runs: a later step must not be found out in the middle. */
export function planScript(script: ScriptCall, gate: Gate): ScriptPlan {
  const { tool, backend, workingFolder } = script;
  const injected = makeInjected(script, gate);
  const places = toPlaces(script.checked.texts, injected);
  const paths: PlannedPath[] = [workingFolder, ...script.paths];
  const planStage = (stage: ScriptBackend["steps"][number]["stages"][number]): PlannedStage => {
    const program = locateProgram(stage.binary, gate);
    const rendered = renderArgs(stage.args, places);
    if (rendered.issues.length > 0) throw refuseArguments(tool, rendered.issues);
    const redirects = stage.redirects.map((redirect) => planRedirect(redirect, script, gate));
    paths.push(program, ...redirects.flatMap(({ path }) => (path === null ? [] : [path])));
    return { argv: [program.candidate, ...rendered.argv], redirects: redirects.map(({ redirect }) => redirect) };
  };
  const steps = backend.steps.map(({ operator, stages }) => ({ operator, stages: stages.map(planStage) }));
  const argv = steps.flatMap(({ stages }) => stages.flatMap((stage) => stage.argv));
  return {
    kind: "script",
    steps,
    cwd: workingFolder.resolved,
    environment: [...new Set([...BASE_ENVIRONMENT, ...tool.environment])].sort(),
    fixedEnvironment: { PATH: gate.programs.searchPath, ...repositoryEnvironment(argv) },
    sealedEnvironment: tool.sealedEnvironment?.names ?? [],
    ...planSecrets(script),
    paths,
    injected: {},
    timeoutMs: script.timeoutMs,
    maxStdoutBytes: tool.limits.maxStdoutBytes,
    maxStderrBytes: tool.limits.maxStderrBytes,
  };
}
