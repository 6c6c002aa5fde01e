import type { RequestedCall, PolicyRequest } from "../../policy.ts";
import type { Facts } from "../../../model/facts.ts";
import type { CedarValue } from "../cedar-engine.ts";
import { findUrlDomain, toPageState } from "./page-state.ts";

/** Types of attributes, and of arguments. `Page`: what a browser shows. */
export type AttributeType =
  "String" | "Long" | "Boolean" | "Set<String>" | "Set<Long>" | "Set<Boolean>" | "datetime" | "Page";

/** One attribute that policies can read: the schema and every request are made from these rows. */
export interface Attribute {
  readonly name: string;
  readonly type: AttributeType;
  /** `undefined`: not known of this call. Then it is not there, and a policy that reads it without `has` is an error. */
  readonly read: (input: AttributeInput) => CedarValue | undefined;
}

export interface AttributeInput {
  readonly request: PolicyRequest;
  readonly call: RequestedCall;
  readonly facts: Facts;
  /** Judged as if a human had approved. */
  readonly approved: boolean;
  readonly environment: string | null;
  /** The command of a session or browser tool; `""` for other tools. */
  readonly command: string;
  /** Arguments that are URLs. */
  readonly urlParams: readonly string[];
}

export const PRINCIPAL_ATTRIBUTES: readonly Attribute[] = [
  { name: "agent", type: "String", read: ({ request }) => request.caller.agent },
  { name: "principal", type: "String", read: ({ request }) => request.caller.principal },
  { name: "tenant", type: "String", read: ({ request }) => request.caller.tenant },
  { name: "roles", type: "Set<String>", read: ({ request }) => [...request.caller.roles] },
  { name: "provider", type: "String", read: ({ request }) => request.caller.provider ?? undefined },
  { name: "phase", type: "String", read: ({ request }) => request.hints?.phase },
  { name: "environment", type: "String", read: ({ environment }) => environment ?? undefined },
  { name: "depth", type: "Long", read: ({ call }) => call.depth },
];

/** Besides `args`, which is made from the tools. */
export const RESOURCE_ATTRIBUTES: readonly Attribute[] = [
  { name: "tool_name", type: "String", read: ({ request }) => request.tool.name },
  { name: "risk_tier", type: "String", read: ({ request }) => request.tool.riskTier ?? "none" },
  { name: "effect", type: "String", read: ({ request }) => request.tool.effect },
  { name: "layer", type: "String", read: ({ request }) => request.tool.layer },
  { name: "groups", type: "Set<String>", read: ({ request }) => [...(request.tool.groups ?? [])] },
  { name: "command", type: "String", read: ({ command }) => command },
  { name: "session_state", type: "String", read: ({ facts }) => facts.session?.state ?? "" },
  { name: "interaction_count", type: "Long", read: ({ facts }) => facts.session?.interactions ?? 0 },
  { name: "page_state", type: "Page", read: ({ facts }) => toPageState(facts.session?.page ?? null) },
  { name: "url_domain", type: "String", read: findUrlDomain },
  { name: "human_approved", type: "Boolean", read: ({ approved }) => approved },
];

export const CONTEXT_ATTRIBUTES: readonly Attribute[] = [
  { name: "phase", type: "String", read: ({ request }) => request.hints?.phase },
  { name: "environment", type: "String", read: ({ environment }) => environment ?? undefined },
  { name: "time", type: "Long", read: ({ facts }) => Math.floor(facts.now / 1000) },
  { name: "datetime", type: "datetime", read: ({ facts }) => toDatetime(facts.now) },
  { name: "hour", type: "Long", read: ({ facts }) => new Date(facts.now).getUTCHours() },
  { name: "weekday", type: "Long", read: ({ facts }) => new Date(facts.now).getUTCDay() || 7 },
  { name: "human_approved", type: "Boolean", read: ({ approved }) => approved },
  { name: "has_human_approval", type: "Boolean", read: ({ approved }) => approved },
  { name: "depth", type: "Long", read: ({ call }) => call.depth },
  { name: "session", type: "String", read: ({ call }) => call.session ?? "" },
  { name: "headless", type: "Boolean", read: ({ facts }) => facts.headless },
];

/** What may be unknown of a call, so that reading it can fail, although the schema has it as always there. */
export const UNSURE_ATTRIBUTES: ReadonlySet<string> = new Set([
  "phase",
  "environment",
  "provider",
  "page_state",
  "url_domain",
]);

/** The spellings of "a human approved this call". */
export const APPROVAL_ATTRIBUTES: readonly string[] = ["human_approved", "has_human_approval"];

function toDatetime(now: number): CedarValue {
  return { __extn: { fn: "datetime", arg: new Date(now).toISOString() } };
}
