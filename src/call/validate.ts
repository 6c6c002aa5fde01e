import { hash } from "node:crypto";
import { lookAtFile } from "../facts/look-at-file.ts";
import type { PathLook } from "../facts/resolve-path.ts";
import { createPathLook } from "../facts/resolve-path.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import type { PlannedCall, ResolvedCall } from "../model/call.ts";
import { asJson } from "../model/json.ts";
import type { JsonValue } from "../model/json.ts";
import type { ParamIssue } from "../model/param.ts";
import { isProgramPlan } from "../model/plan.ts";
import type { Plan, PlannedPath, ProgramPlan } from "../model/plan.ts";
import type { Tool } from "../model/tool.ts";
import { confinePath } from "../params/confine-path.ts";
import type { PathNeed } from "../params/param-type.ts";
import { isWithin } from "../params/posix-path.ts";
import { checkArguments } from "./plan/check-arguments.ts";
import type { CheckedArguments } from "./plan/check-arguments.ts";
import type { Gate } from "./gate.ts";
import { locateFolder } from "./plan/locate-folder.ts";
import { makePlan } from "./plan/make-plan.ts";
import { refuseArguments } from "./plan/refuse-arguments.ts";

/** Turns arguments into the plan: types first, then where every path really leads, then what would run. */
export function validate(resolved: ResolvedCall, gate: Gate): PlannedCall {
  const look = createPathLook();
  const workingFolder = locateFolder(resolved, look, gate);
  const checked = checkArguments(resolved, workingFolder, gate);
  const paths = confineAll(checked.paths, resolved, look, gate);
  const issues = paths.flatMap(({ issue }) => (issue === null ? [] : [issue]));
  if (issues.length > 0) throw refuseArguments(resolved.tool, onePerParam(issues));
  const planned = paths.map(toPlanned);
  const located = withResolvedPaths(checked, paths);
  const plan = makePlan({ ...resolved, checked: located, paths: planned, workingFolder }, gate);
  return { ...resolved, values: located.values, plan, binding: bind(resolved.tool, plan) };
}

interface ConfinedPath extends PlannedPath {
  readonly need: PathNeed;
  readonly issue: ParamIssue | null;
}

function toPlanned({ need, param, candidate, resolved }: ConfinedPath): PlannedPath {
  return { candidate, ...(need.mustBe === undefined ? {} : { mustBe: need.mustBe }), param, resolved };
}

function confineAll(
  needs: readonly PathNeed[],
  call: ResolvedCall,
  look: PathLook,
  gate: Gate,
): readonly ConfinedPath[] {
  return needs.map((need) => {
    const fact = look(need.candidate);
    const file = need.mustBe === undefined ? undefined : lookAtFile(fact.resolved);
    const confined = confinePath(need, { ...fact, withinResolved: resolveFolders(need, look), file });
    const issue = confined.ok ? keepOut(need, fact.resolved, call, gate) : confined.issue;
    return { need, param: need.param, candidate: need.candidate, resolved: fact.resolved, issue };
  });
}

/** What no tool may reach although it is inside its folders. */
function keepOut(need: PathNeed, resolved: string, { session, tool }: ResolvedCall, gate: Gate): ParamIssue | null {
  const isOwn =
    !isWithin(resolved, session.folder) && gate.protectedFolders.some((folder) => isWithin(resolved, folder));
  if (isOwn) return belongsToToolgate(need);
  if (need.guarded !== true) return null;
  // Both spellings: a harmless name may lead to a secret, and a secret's name to something harmless.
  const purpose = tool.effect === "read" ? "read" : "write";
  const reason = gate.deniedFile(need.candidate, purpose) ?? gate.deniedFile(resolved, purpose);
  return reason === null ? null : { param: need.param, code: "denied_path", message: reason };
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
  const values: Record<string, JsonValue | undefined> = { ...checked.values };
  for (const { need, param, resolved } of paths) {
    const known = texts.get(param);
    if (need.render !== "absolute" || known === undefined) continue;
    texts.set(param, { ...known, text: resolved });
    values[param] = resolved;
  }
  return { ...checked, texts, values };
}

function onePerParam(issues: readonly ParamIssue[]): readonly ParamIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [issue.param, issue])).values()].toReversed();
}

/** The scan id is made anew for each call: it counts by its name, so that the same call binds to the same hash. */
function bind(tool: Tool, plan: Plan): string {
  const text = `${tool.definitionHash}\n${isProgramPlan(plan) ? programText(plan) : canonicalJson(asJson(plan))}`;
  const scanId = plan.kind === "handler" ? undefined : plan.injected["_scan_id"];
  const stable = scanId === undefined ? text : text.replaceAll(scanId, "{_scan_id}");
  return `sha256:${hash("sha256", stable)}`;
}

/** What runs programs is put together in one place, in one order: its keys need no sorting to be the same again. */
function programText(plan: ProgramPlan): string {
  return JSON.stringify(plan);
}
