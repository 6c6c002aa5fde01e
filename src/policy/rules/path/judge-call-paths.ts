import type { Facts } from "../../../model/facts.ts";
import type { PathUse, PolicyAnswer, PolicyRequest, Rule } from "../../policy.ts";
import { toNote, toRuleAnswer } from "../describe-rule.ts";
import { isBelow, isInForce } from "../is-in-force.ts";
import { paramsFit } from "../params-fit.ts";
import type { UsedPath } from "./judge-path.ts";
import { allowPath, forbidPath } from "./judge-path.ts";
import { findFamily, findForbidding } from "./path-roles.ts";

/**
 * What rules about paths say of a call: one that forbids is about any of its paths, one that allows must cover all that
 * the call is about. `named`: the rules with a specifier that name the tool.
 */
export function judgeCallPaths(
  request: PolicyRequest,
  named: readonly Rule[],
  rules: readonly Rule[],
  facts: Facts,
): readonly PolicyAnswer[] {
  const session = request.call?.session ?? null;
  const isHeld = (rule: Rule): boolean => rule.params === undefined && isInForce(rule, facts, session);
  const subjects = listSubjects(request);
  const all = listPaths(request, subjects);
  const own = named.filter(({ effect }) => effect !== "allow");
  const forbidden = [...new Set(all.map(({ use }) => use))].flatMap((use) =>
    findForbidding(rules, use, false).flatMap((rule) => (isHeld(rule) && !own.includes(rule) ? [{ rule, use }] : [])),
  );
  const wide = forbidden.flatMap(({ rule, use }) =>
    forbidAny(
      rule,
      all.filter((one) => one.use === use),
      facts,
    ),
  );
  const narrow = subjects.length === 0 ? [] : own.flatMap((rule) => forbidAny(rule, all, facts));
  return [...narrow, ...wide, ...judgeAllows(request, named, rules, subjects, facts)];
}

function judgeAllows(
  request: PolicyRequest,
  named: readonly Rule[],
  rules: readonly Rule[],
  subjects: readonly UsedPath[],
  facts: Facts,
): readonly PolicyAnswer[] {
  const { tool, call } = request;
  if (subjects.length === 0 || call === undefined) return [];
  const family = findFamily(rules, tool.name).filter(
    (rule) => isInForce(rule, facts, call.session) && !isBelow(rule, tool.layer) && paramsFit(rule, call.args),
  );
  const allowing = new Set([...named.filter(({ effect }) => effect === "allow"), ...family]);
  return [...allowing].flatMap((rule) => {
    if (subjects.every((used) => allowPath(rule, used, facts))) return [toRuleAnswer(rule)];
    const isHalf = subjects.every((used) => allowPath(rule, used, { ...facts, lexical: true, realPaths: NOWHERE }));
    return isHalf ? [toNote("an allow rule covers the path, but not where it leads")] : [];
  });
}

const NOWHERE: Facts["realPaths"] = new Map();

/** One answer of a rule about several paths: the strictest. */
function forbidAny(rule: Rule, paths: readonly UsedPath[], facts: Facts): readonly PolicyAnswer[] {
  const answers = paths.flatMap((used) => forbidPath(rule, used, facts) ?? []);
  const deny = answers.find(({ verdict }) => verdict === "deny");
  return deny === undefined ? answers.slice(0, 1) : [deny];
}

/** What the tool's template says that the call is about. */
function listSubjects({ tool, call }: PolicyRequest): readonly UsedPath[] {
  const specifier = call?.specifier ?? null;
  if (specifier?.ok !== true) return [];
  const use = tool.pathUse ?? toUse(tool);
  return specifier.values.flatMap(({ kind, text }) => (kind === "path" ? [{ path: text, use }] : []));
}

/** With every other file-system place among the arguments. */
function listPaths({ call }: PolicyRequest, subjects: readonly UsedPath[]): readonly UsedPath[] {
  const known = new Set(call?.paths.map(({ path }) => path));
  return [...(call?.paths ?? []), ...subjects.filter(({ path }) => !known.has(path))];
}

function toUse({ effect }: PolicyRequest["tool"]): PathUse {
  return effect === "read" ? "read" : "write";
}
