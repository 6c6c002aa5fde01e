import type { LimitKey } from "../../storage/repositories.ts";
import type { LimitRule, LimitScope, PolicyRequest } from "../policy.ts";
import { compileEntries } from "../visibility/compile-entries.ts";
import type { EntryMatch } from "../visibility/compile-entries.ts";

/** Rules never change; a gateway asks about the same few for every call. */
const COMPILED = new WeakMap<LimitRule, EntryMatch>();

/** The limits that concern a call, each with what it is counted under; none where only the tool is judged, as for a list. */
export function toLimitKeys(rules: readonly LimitRule[], request: PolicyRequest): readonly LimitKey[] {
  if (request.call === undefined) return [];
  return rules.flatMap((rule) => (isAbout(rule, request) ? [toKey(rule, request)] : []));
}

function isAbout(rule: LimitRule, { tool }: PolicyRequest): boolean {
  const known = COMPILED.get(rule) ?? compileEntries(rule.tools);
  COMPILED.set(rule, known);
  return known(tool);
}

/** In one order, whichever the rule has, so that the same callers always come to the same text. */
const ORDER: readonly LimitScope[] = ["tenant", "principal", "agent", "session", "tool"];

function toKey({ id, per, kind, max, windowMs }: LimitRule, request: PolicyRequest): LimitKey {
  const parts = ORDER.filter((scope) => per.includes(scope)).map((scope) => `${scope}:${toText(scope, request)}`);
  return { id, key: JSON.stringify(parts), kind, max, windowMs: kind === "rate" ? windowMs : 0 };
}

function toText(scope: LimitScope, { caller, tool, call }: PolicyRequest): string {
  if (scope === "tool") return tool.name;
  if (scope === "session") return call?.session ?? "none";
  return caller[scope];
}
