import type { Facts } from "../../model/facts.ts";
import { showText } from "../../text/show-text.ts";
import type { PolicyAnswer, PolicyRequest } from "../policy.ts";
import type { CedarEngine } from "./cedar-engine.ts";
import { denyUnpermitted } from "./deny-unpermitted.ts";
import { findLongArgument, findUnfitArgument } from "./known-tool.ts";
import type { KnownTool } from "./known-tool.ts";
import type { ParsedPolicy } from "./parse/parse-policies.ts";
import { holdSlice } from "./policy-slots.ts";
import { buildRequest } from "./request/build-request.ts";
import type { ArgumentTypes } from "./schema/argument-types.ts";
import type { Slice } from "./slice/create-slicer.ts";
import { toMapping, toMappingKey } from "./to-mapping.ts";
import type { CedarMapping } from "./to-mapping.ts";

/** Everything that judging needs of the policies. */
export interface CedarJudgement {
  readonly engine: CedarEngine;
  readonly environment: string | null;
  readonly byDefault: "nothing" | "deny";
  readonly prepare: (tool: PolicyRequest["tool"]) => PreparedTool;
  /** The types that a policy was checked with, of the arguments of tools of one entity type. */
  readonly typesOf: (policy: ParsedPolicy, resourceType: string) => ArgumentTypes;
}

export interface PreparedTool {
  readonly mapping: CedarMapping;
  readonly known: KnownTool;
  readonly slice: Slice;
}

/** What one evaluation found. */
interface Evaluation {
  readonly permits: readonly ParsedPolicy[];
  readonly forbids: readonly ParsedPolicy[];
  /** Any of these denies, whatever the policies say. */
  readonly errors: readonly string[];
}

const MOST_REASONS = 5;
const NOTHING: Evaluation = { permits: [], forbids: [], errors: [] };

/**
 * Cedar's answer, from two evaluations: as things are, and as if a human had approved.
 *
 * 1. An error, or a `forbid` that holds in spite of the approval, denies.
 * 2. A `permit` as things are allows.
 * 3. What only the approval permits, or frees of a `forbid`, asks.
 * 4. Without a permit there is no answer, but a deny where one is needed: for tools with a `[tool.cedar]` table, and
 *    where `[cedar] default = "deny"`.
 */
export function judgeCedar(
  request: PolicyRequest,
  facts: Facts,
  judgement: CedarJudgement,
  refused: ReadonlyMap<string, string>,
): readonly PolicyAnswer[] {
  if (request.call === undefined) return [];
  const problem = refused.get(toMappingKey(toMapping(request.tool)));
  if (problem !== undefined) return [deny("DENIED_BROKEN", `its [tool.cedar] table cannot be used: ${problem}`)];
  const prepared = judgement.prepare(request.tool);
  const now = evaluate(request, facts, judgement, prepared, false);
  const approved = prepared.slice.readsApproval ? evaluate(request, facts, judgement, prepared, true) : now;
  const errors = [...new Set([...now.errors, ...approved.errors])];
  const denials = [
    ...approved.forbids.map((policy) => deny("DENIED_BY_CEDAR", `Cedar policy ${show(policy)} forbids it`, policy)),
    ...errors.map((error) => deny("DENIED_BROKEN", error)),
  ];
  if (denials.length > 0) return denials.slice(0, MOST_REASONS);
  return settle(now, approved, isPermitNeeded(request, judgement.byDefault));
}

function settle(now: Evaluation, approved: Evaluation, permitNeeded: PolicyAnswer | null): readonly PolicyAnswer[] {
  if (now.forbids.length === 0 && now.permits.length > 0) {
    return answer(now.permits, "allow", "ALLOWED_BY_CEDAR", "permits it");
  }
  if (approved.permits.length === 0 && permitNeeded !== null) return [permitNeeded];
  if (now.forbids.length > 0) return answer(now.forbids, "ask", "ASK_CEDAR", "forbids it until a human approves");
  return answer(approved.permits, "ask", "ASK_CEDAR", "permits it once a human approves");
}

function isPermitNeeded(request: PolicyRequest, byDefault: "nothing" | "deny"): PolicyAnswer | null {
  return request.tool.cedar != null || byDefault === "deny" ? denyUnpermitted(request) : null;
}

function evaluate(
  request: PolicyRequest,
  facts: Facts,
  { engine, environment, typesOf }: CedarJudgement,
  { mapping, known, slice }: PreparedTool,
  approved: boolean,
): Evaluation {
  const { call } = request;
  if (call === undefined || slice.policies.length === 0) return NOTHING;
  const unfit = findUnfitArgument(call.args, known, slice, (policy) => typesOf(policy, mapping.resourceType));
  if (unfit !== null)
    return fail(`the policies read argument \`${showText(unfit)}\`, and it is not of a type they can read`);
  const long = findLongArgument(call.args, slice);
  if (long !== null) return fail(`argument \`${showText(long)}\` is too long for the patterns of the policies`);
  try {
    const id = holdSlice(engine, slice);
    if (id === null) return fail("the engine does not take the policies");
    const input = { request, call, facts, approved, environment, command: known.command, urlParams: known.urlParams };
    const asked = buildRequest(input, mapping, known.types, slice.reads);
    return read(engine.statefulIsAuthorized({ ...asked, preparsedPolicySetId: id }), slice);
  } catch {
    // What the engine says of itself is of no use to anybody but us, and could repeat a value.
    return fail("the engine failed");
  }
}

function read(answer: ReturnType<CedarEngine["statefulIsAuthorized"]>, { policies }: Slice): Evaluation {
  if (answer.type === "failure") return fail("the engine does not take the request");
  const { decision, diagnostics } = answer.response;
  const deciding = policies.filter(({ id }) => diagnostics.reason.includes(id));
  const errors = diagnostics.errors.map(({ policyId, error }) => {
    const policy = policies.find(({ id }) => id === policyId);
    const message = error.message.replace(/^(?:error while evaluating policy `p\d+`: |for policy `p\d+`, )/, "");
    return `Cedar policy ${policy === undefined ? policyId : show(policy)} cannot judge it: ${showText(message, 200)}`;
  });
  return {
    permits: decision === "allow" ? deciding : [],
    forbids: decision === "deny" ? deciding : [],
    errors,
  };
}

function fail(message: string): Evaluation {
  return { ...NOTHING, errors: [`Cedar cannot judge it: ${message}`] };
}

function deny(code: "DENIED_BY_CEDAR" | "DENIED_BROKEN", reason: string, policy?: ParsedPolicy): PolicyAnswer {
  return { source: "cedar", verdict: "deny", code, reason, ...(policy === undefined ? {} : { ruleId: policy.name }) };
}

function answer(
  policies: readonly ParsedPolicy[],
  verdict: "allow" | "ask",
  code: "ALLOWED_BY_CEDAR" | "ASK_CEDAR",
  does: string,
): readonly PolicyAnswer[] {
  return policies.slice(0, MOST_REASONS).map((policy) => ({
    source: "cedar",
    verdict,
    code,
    reason: `Cedar policy ${show(policy)} ${does}`,
    ruleId: policy.name,
  }));
}

function show({ name }: ParsedPolicy): string {
  return `\`${name}\``;
}
