import type { Facts } from "../../../model/facts.ts";
import type { Layer } from "../../../model/tool.ts";
import { isWithin } from "../../../params/posix-path.ts";
import type { PathUse, PolicyAnswer, Rule } from "../../policy.ts";
import { toDoubtAnswer, toRuleAnswer } from "../describe-rule.ts";
import { isBelow, isInForce } from "../is-in-force.ts";
import { coversPath, meansPath } from "./match-path.ts";
import { findAllowing, findForbidding } from "./path-roles.ts";
import { toPathPattern } from "./to-path-pattern.ts";

/** A path that something is done with. */
export interface UsedPath {
  /** Absolute, without `.` and `..`. */
  readonly path: string;
  readonly use: PathUse;
  /** `false`: the path was reached through something that may be a link, so that it may be another one. @default true */
  readonly isSure?: boolean | undefined;
}

export interface PathJudge {
  readonly rules: readonly Rule[];
  readonly facts: Facts;
  readonly session: string | null;
  /** Of the tool that uses the path. */
  readonly layer: Layer;
}

/** What the rules about files say of a path that a command or a redirect uses: every deny and ask, then what allows it. */
export function judgePath(used: UsedPath, judge: PathJudge): readonly PolicyAnswer[] {
  const { facts, session, layer } = judge;
  const isHeld = (rule: Rule): boolean => rule.params === undefined && isInForce(rule, facts, session);
  const forbidding = findForbidding(judge.rules, used.use, true).filter(isHeld);
  const allowing = findAllowing(judge.rules, used.use).filter(isHeld);
  const allowed = allowing.find((rule) => !isBelow(rule, layer) && isAllowed(rule, used, facts));
  const answers = [...new Set(forbidding)].flatMap((rule) => forbidPath(rule, used, facts) ?? []);
  return allowed === undefined ? answers : [...answers, toRuleAnswer(allowed, used.path)];
}

/** What a deny or ask says of a path; `null`: nothing. The path and where it leads both count. */
export function forbidPath(rule: Rule, used: UsedPath, facts: Facts): PolicyAnswer | null {
  if (rule.specifier == null) return toRuleAnswer(rule, used.path);
  const parsed = toPathPattern(rule);
  if (!parsed.ok) return toRuleAnswer(rule, used.path);
  const real = toReal(used, facts);
  const isMeant = [used.path, real].some(
    (path) => path !== null && meansPath(parsed.pattern, path, facts, used.use === "delete"),
  );
  if (isMeant) return toRuleAnswer(rule, used.path);
  return real === null
    ? toDoubtAnswer(rule, "nobody looked where this path leads, and a rule may be about it", used.path)
    : null;
}

/** Whether a deny or ask is about something below a path: what reads all of it reads that, too. */
export function meansBelow(rule: Rule, used: UsedPath, facts: Facts): boolean {
  const parsed = toPathPattern(rule);
  if (rule.specifier == null || !parsed.ok) return true;
  const { pattern } = parsed;
  return [used.path, toReal(used, facts)].some((path) => path !== null && meansPath(pattern, path, facts, true));
}

/** Whether an allow covers a path and where it leads. */
export function allowPath(rule: Rule, used: UsedPath, facts: Facts): boolean {
  const parsed = toPathPattern(rule);
  const real = toReal(used, facts);
  return parsed.ok && real !== null && [used.path, real].every((path) => coversPath(parsed.pattern, path, facts));
}

/** A rule without a path is about what file tools reach: the workspace. */
function isAllowed(rule: Rule, used: UsedPath, facts: Facts): boolean {
  if (rule.specifier != null) return allowPath(rule, used, facts);
  const real = toReal(used, facts);
  const isInside = (path: string): boolean => facts.roots.some((root) => isWithin(path, root));
  return real !== null && isInside(used.path) && isInside(real);
}

/** `null`: not known. */
function toReal({ path, isSure = true }: UsedPath, { lexical, realPaths }: Facts): string | null {
  return isSure ? (realPaths.get(path) ?? (lexical ? path : null)) : null;
}
