import type { Facts } from "../../model/facts.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";
import type { PolicyAnswer, PolicyRequest, RequestedCall, RequestedSpecifier, Rule } from "../policy.ts";
import { describeRule, toNote, toRuleAnswer } from "./describe-rule.ts";
import { findRules } from "./find-rules.ts";
import { judgeText } from "./host/judge-host.ts";
import { isBelow, isInForce } from "./is-in-force.ts";
import { judgeParamText } from "./judge-param-text.ts";
import { paramsFit } from "./params-fit.ts";
import { judgeCallPaths } from "./path/judge-call-paths.ts";
import { judgeLine } from "./shell/judge-line.ts";

type Analyze = (text: string) => CommandAnalysis;

/**
 * What the rules say of a call: every deny and ask that is about it or about a part of it, and what covers all of it.
 * `none` answers only explain. Without a call only rules about the tool as a whole speak. `analyze` reads a command line.
 */
export function judgeRules(
  request: PolicyRequest,
  rules: readonly Rule[],
  facts: Facts,
  analyze: Analyze,
): readonly PolicyAnswer[] {
  const { tool, call } = request;
  const all = findRules(rules, tool);
  const named = all.filter((rule) => isInForce(rule, facts, call?.session ?? null));
  const outranked = named.filter((rule) => isBelow(rule, tool.layer));
  const speaking = named.filter((rule) => !isBelow(rule, tool.layer) && isAbout(rule, call));
  const notes = outranked.map((rule) =>
    toNote(`${describeRule(rule)} is of the ${rule.layer} layer and does not cover a ${tool.layer} tool`),
  );
  const whole = speaking.filter(({ specifier }) => specifier == null);
  const scoped = speaking.filter(({ specifier }) => specifier != null);
  // What allows a tool as a whole still has each command of a line looked at.
  const isLine = hasKind(call?.specifier ?? null, "shell");
  const plain = isLine ? whole.filter(({ effect }) => effect !== "allow") : whole;
  return [
    ...notes,
    ...plain.map((rule) => toRuleAnswer(rule)),
    ...(call === undefined ? [] : judgeCall({ request, call, all, whole, scoped, rules, facts, analyze })),
  ];
}

/** Rules about values need values. */
function isAbout(rule: Rule, call: RequestedCall | undefined): boolean {
  if (call === undefined) return rule.specifier == null && rule.params === undefined;
  return paramsFit(rule, call.args);
}

function hasKind(specifier: RequestedSpecifier | null, kind: string): boolean {
  return specifier?.ok === true && specifier.values.some((value) => value.kind === kind);
}

interface CallJudge {
  readonly request: PolicyRequest;
  readonly call: RequestedCall;
  /** Every rule that names the tool, also what says nothing now. */
  readonly all: readonly Rule[];
  /** Rules for every call of the tool. */
  readonly whole: readonly Rule[];
  /** Rules with a specifier. */
  readonly scoped: readonly Rule[];
  readonly rules: readonly Rule[];
  readonly facts: Facts;
  readonly analyze: Analyze;
}

function judgeCall(judge: CallJudge): readonly PolicyAnswer[] {
  const { request, call, scoped, rules, facts } = judge;
  const { specifier, args } = call;
  const answers = [
    ...judgeCallPaths(request, scoped, rules, facts),
    ...scoped.flatMap((rule) => judgeParamText(rule, args, specifier) ?? []),
  ];
  if (specifier?.ok !== true) return answers;
  if (hasKind(specifier, "path") || hasKind(specifier, "shell")) return [...answers, ...judgeLines(judge)];
  const { text, values } = specifier;
  return [...answers, ...scoped.flatMap((rule) => judgeText(rule, text, values) ?? [])];
}

function judgeLines({ request, call, all, whole, rules, facts, analyze }: CallJudge): readonly PolicyAnswer[] {
  const { specifier, session } = call;
  const { layer } = request.tool;
  const values = specifier?.ok === true ? specifier.values : [];
  const lines = values.flatMap((value) => (value.kind === "shell" ? [value.line] : []));
  if (lines.length === 0) return [];
  const covers = (rule: Rule): boolean => rule.effect !== "allow" || (!isBelow(rule, layer) && mayCover(rule, values));
  const speaks = (rule: Rule): boolean => isInForce(rule, facts, session) && isAbout(rule, call) && covers(rule);
  const ofAll = whole.filter((rule) => rule.effect === "allow" && mayCover(rule, values));
  const paths = { rules, facts, session, layer };
  const answers = lines.flatMap((line) => judgeLine(line, { named: all, speaks, whole: ofAll }, paths, analyze));
  if (lines.length === values.length && lines.length === 1) return answers;
  // Of several things only each by itself was covered, so none of these answers is about all of them.
  return answers.map((answer) => (answer.verdict === "allow" ? { ...answer, verdict: "none" } : answer));
}

/** Text that is matched as text says nothing about the commands in it. */
function mayCover({ params = {} }: Rule, values: readonly { readonly name: string }[]): boolean {
  return !values.some(({ name }) => Object.hasOwn(params, name));
}
