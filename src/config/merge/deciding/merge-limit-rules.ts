import type { LimitRule } from "../../../policy/policy.ts";
import { labelSource } from "./permission-set.ts";
import type { PermissionParts } from "./permission-set.ts";

/** Every limit of every file; what is left of earlier states counts beside what the files say now. */
export function mergeLimitRules({ user, project, restrictions }: PermissionParts): readonly LimitRule[] {
  const rules = [user, project].flatMap((part) => part?.layer.limitRules ?? []);
  const added = putTrustedFirst(restrictions).flatMap(({ from, limits }) =>
    limits.limitRules.map((rule) => ({ ...rule, source: labelSource(rule.source, from), from })),
  );
  const merged = [...rules];
  for (const { from, ...rule } of added) {
    if (merged.some((other) => isSame(rule, other))) continue;
    const isTaken = merged.some(({ id }) => id === rule.id);
    merged.push({ ...rule, id: isTaken ? toFreeId(`${from}:${rule.id}`, merged) : rule.id });
  }
  return merged;
}

/** They keep their ids, and with them what was counted: an edit that takes an id would start its limit anew. */
function putTrustedFirst(restrictions: PermissionParts["restrictions"]): PermissionParts["restrictions"] {
  return restrictions.toSorted((one, other) => Number(other.from === "trusted") - Number(one.from === "trusted"));
}

function isSame(one: LimitRule, other: LimitRule): boolean {
  return toKey(one) === toKey(other);
}

function toKey({ tools, per, kind, max, windowMs }: LimitRule): string {
  return JSON.stringify([tools, per, kind, max, windowMs]);
}

/** What is counted under one id is counted together, so none is given twice. */
function toFreeId(id: string, rules: readonly LimitRule[]): string {
  return rules.some((rule) => rule.id === id) ? toFreeId(`${id}+`, rules) : id;
}
