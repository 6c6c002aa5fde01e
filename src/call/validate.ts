import { hash } from "node:crypto";
import type { PathLook } from "../facts/resolve-path.ts";
import { createPathLook } from "../facts/resolve-path.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import type { PlannedCall, ResolvedCall, Session } from "../model/call.ts";
import { asJson } from "../model/json.ts";
import type { ParamIssue } from "../model/param.ts";
import type { CommandPlan, Plan, PlannedPath } from "../model/plan.ts";
import type { Tool } from "../model/tool.ts";
import { confinePath } from "../params/confine-path.ts";
import type { PathNeed } from "../params/param-type.ts";
import { isWithin } from "../params/posix-path.ts";
import { checkArguments } from "./plan/check-arguments.ts";
import type { CheckedArguments } from "./plan/check-arguments.ts";
import type { Gate } from "./gate.ts";
import { locateFolder } from "./plan/locate-folder.ts";
import { planCommand } from "./plan/plan-command.ts";
import { refuseArguments } from "./plan/refuse-arguments.ts";

/** Turns arguments into the plan: types first, then where every path really leads, then what would run. */
export function validate(resolved: ResolvedCall, gate: Gate): PlannedCall {
  const look = createPathLook();
  const workingFolder = locateFolder(resolved, look, gate);
  const checked = checkArguments(resolved, workingFolder, gate);
  const paths = confineAll(checked.paths, resolved.session, look, gate);
  const plan = makePlan(resolved, withResolvedPaths(checked, paths), paths, workingFolder, gate);
  return { ...resolved, values: checked.values, plan, binding: bind(resolved.tool, plan) };
}

interface ConfinedPath extends PlannedPath {
  readonly need: PathNeed;
  readonly issue: ParamIssue | null;
}

function confineAll(
  needs: readonly PathNeed[],
  session: Session,
  look: PathLook,
  { protectedFolders }: Gate,
): readonly ConfinedPath[] {
  return needs.map((need) => {
    const fact = look(need.candidate);
    const confined = confinePath(need, { ...fact, withinResolved: resolveFolders(need, look) });
    const isOwn =
      !isWithin(fact.resolved, session.folder) && protectedFolders.some((folder) => isWithin(fact.resolved, folder));
    const issue = confined.ok ? (isOwn ? belongsToToolgate(need) : null) : confined.issue;
    return { need, param: need.param, candidate: need.candidate, resolved: fact.resolved, issue };
  });
}

/** The folders of a need as they really are, without those that a link has moved out of where they must be. */
function resolveFolders({ within, anchors }: PathNeed, look: PathLook): readonly string[] {
  if (anchors === null) return within.map((folder) => look(folder).resolved);
  // An anchor is real already: were it a link by now, nothing would resolve to a place inside it.
  const resolved = within.map((folder) => (anchors.includes(folder) ? folder : look(folder).resolved));
  return resolved.filter((folder) => anchors.some((anchor) => isWithin(folder, anchor)));
}

/** Keys, database and the person's own tools: whoever may write there makes the rules. */
function belongsToToolgate({ param }: PathNeed): ParamIssue {
  return { param, code: "outside", message: "This folder belongs to Toolgate itself, and no tool may work in it." };
}

/** A path is handed over in the form that was checked, so that nothing is resolved a second time by somebody else. */
function withResolvedPaths(checked: CheckedArguments, paths: readonly ConfinedPath[]): CheckedArguments {
  const texts = new Map(checked.texts);
  for (const { need, param, resolved } of paths) {
    const known = texts.get(param);
    if (need.render === "absolute" && known !== undefined) texts.set(param, { ...known, text: resolved });
  }
  return { ...checked, texts };
}

function makePlan(
  resolved: ResolvedCall,
  checked: CheckedArguments,
  confined: readonly ConfinedPath[],
  workingFolder: PlannedPath | null,
  gate: Gate,
): Plan {
  const { tool, call } = resolved;
  const issues = confined.flatMap(({ issue }) => (issue === null ? [] : [issue]));
  if (issues.length > 0) throw refuseArguments(tool, onePerParam(issues));
  const timeoutMs = Math.min(tool.limits.timeoutMs, call.timeoutMs ?? Number.POSITIVE_INFINITY);
  if (tool.backend.kind === "handler" || workingFolder === null) {
    return { kind: "handler", arguments: checked.values, timeoutMs };
  }
  const paths = confined.map(({ param, candidate, resolved: real }) => ({ param, candidate, resolved: real }));
  return planCommand({ ...resolved, backend: tool.backend, checked, paths, workingFolder, timeoutMs }, gate);
}

function onePerParam(issues: readonly ParamIssue[]): readonly ParamIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [issue.param, issue])).values()].toReversed();
}

/** The scan id is made anew for each call: it counts by its name, so that the same call binds to the same hash. */
function bind(tool: Tool, plan: Plan): string {
  const text = `${tool.definitionHash}\n${plan.kind === "command" ? commandText(plan) : canonicalJson(asJson(plan))}`;
  const scanId = plan.kind === "command" ? plan.injected["_scan_id"] : undefined;
  const stable = scanId === undefined ? text : text.replaceAll(scanId, "{_scan_id}");
  return `sha256:${hash("sha256", stable)}`;
}

/** All of a command plan is put together by `planCommand`, in one order: its keys need no sorting to be the same again. */
function commandText(plan: CommandPlan): string {
  return JSON.stringify(plan);
}
