import type { Caller, CallerHints } from "../../model/caller.ts";
import type { Decision } from "../../model/decision.ts";
import type { Facts } from "../../model/facts.ts";
import type { Tool } from "../../model/tool.ts";
import { decide } from "../../policy/decide.ts";
import { RULE_EFFECTS } from "../../policy/policy.ts";
import type { BrokenPart, Policy, Rule } from "../../policy/policy.ts";
import { parseRule } from "../../policy/rules/text/parse-rule.ts";
import { validateRule } from "../../policy/rules/validate-rule.ts";
import { toLexicalFacts } from "../../policy/to-lexical-facts.ts";
import { toPolicyRequest } from "../../policy/to-policy-request.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";
import { ROLES } from "../../model/caller.ts";
import { resolvePath } from "../../params/posix-path.ts";
import type { PolicyCase, PolicyVerdict } from "./policy-case.ts";

export interface CaseSurroundings {
  /** The configured policy, of which the case replaces parts. */
  readonly policy: Policy;
  readonly findTool: (one: PolicyCase) => Tool | null;
  readonly workspace: string;
  readonly home: string;
  readonly caller: Caller;
  readonly analyze: (text: string) => CommandAnalysis;
}

/** Decides one case with the engine of calls. Nothing is looked at: what the case does not say of the world is taken as written. */
export function evaluateCase(
  one: PolicyCase,
  around: CaseSurroundings,
): PolicyVerdict & { readonly decision: Decision | null } {
  const tool = around.findTool(one);
  if (tool === null) {
    const reasons = [`no tool is named ${JSON.stringify(one.tool)}`];
    return { id: one.id, effect: "deny", code: "UNKNOWN_TOOL", reasons, decision: null };
  }
  const facts = toFacts(one, around);
  const request = toPolicyRequest({
    tool,
    caller: toCaller(one, around.caller),
    hints: toHints(one),
    args: one.args,
    paths: toPaths(one, tool, facts),
    folder: facts.folder,
    session: one.caller?.session ?? null,
    depth: one.caller?.depth ?? 0,
    needsShell: false,
    analyze: around.analyze,
  });
  const decision = decide(request, facts, toPolicy(one, around.policy));
  const { effect, code, reasons } = decision;
  return { id: one.id, effect, code, reasons, decision };
}

function toFacts(one: PolicyCase, { workspace, home }: CaseSurroundings): Facts {
  const { facts = {}, cwd, headless = false } = one;
  const [first = cwd ?? workspace, ...rest] = facts.roots ?? [];
  const system = /^\/(?:usr\/)?s?bin\//;
  return toLexicalFacts({
    headless,
    folder: cwd ?? first,
    home: facts.home ?? home,
    roots: [first, ...rest],
    now: facts.now === undefined ? Date.now() : Date.parse(facts.now),
    realPaths: new Map(Object.entries(facts.realPaths ?? {})),
    programs: new Map(
      Object.entries(facts.programs ?? {}).map(([name, file]) => [
        name,
        { file, trusted: file !== null && system.test(file) },
      ]),
    ),
    limits: new Map(Object.entries(facts.limits ?? {}).map(([id, used]) => [id, { used, freeAt: null }])),
  });
}

function toCaller({ caller = {} }: PolicyCase, configured: Caller): Caller {
  const { tenant = configured.tenant, principal = configured.principal, agent = configured.agent, roles } = caller;
  const known = ROLES.filter((role) => roles?.includes(role));
  return { tenant, principal, agent, roles: roles === undefined ? ["agent"] : known, credential: "policy eval" };
}

/** What of it a request says of itself; the rest stands for the credential. */
function toHints({ caller = {} }: PolicyCase): CallerHints {
  const given = Object.entries(caller).filter(([name]) => !CREDENTIAL.has(name));
  return Object.fromEntries(given);
}

const CREDENTIAL: ReadonlySet<string> = new Set(["tenant", "principal", "agent", "roles", "session"]);

/** Every argument that the tool takes as a path. */
function toPaths({ args }: PolicyCase, { input }: Tool, { folder }: Facts): { param: string; candidate: string }[] {
  if (input.kind !== "params") return [];
  return input.params.flatMap(({ name, type }) => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return type === "path" && typeof value === "string" ? [{ param: name, candidate: resolvePath(folder, value) }] : [];
  });
}

function toPolicy(one: PolicyCase, policy: Policy): Policy {
  const broken: BrokenPart[] = [...(policy.broken ?? [])];
  const rules = RULE_EFFECTS.flatMap((effect): readonly Rule[] => {
    const given = one[effect];
    if (given === undefined) return policy.rules.filter((rule) => rule.effect === effect);
    return given.flatMap((text, index) => toRule({ effect, text, index }, broken));
  });
  const pack = one.denyPack ?? (one.deny === undefined ? policy.denyPack : "off");
  return { ...policy, rules, broken, mode: one.mode ?? policy.mode, ...(pack === undefined ? {} : { denyPack: pack }) };
}

/** An allow that may not be is left out; a deny or ask that cannot be read may not be dropped. */
function toRule(
  { effect, text, index }: { readonly effect: Rule["effect"]; readonly text: string; readonly index: number },
  broken: BrokenPart[],
): readonly Rule[] {
  const parsed = parseRule(text);
  if (!parsed.ok) {
    if (effect !== "allow") broken.push({ source: `${effect} rule ${index + 1} of the case`, message: parsed.message });
    return [];
  }
  const { tool, specifier } = parsed;
  const source = `${effect} rule ${index + 1} of the case`;
  const rule: Rule = {
    id: `case:${effect}:${index + 1}`,
    effect,
    tool,
    specifier,
    layer: "session",
    source,
    reason: null,
  };
  const problem = validateRule(rule).find(({ severity }) => severity === "error");
  if (problem === undefined) return [rule];
  if (effect !== "allow") broken.push({ source, message: problem.message });
  return [];
}
