import type { ParsedPolicy } from "../parse/parse-policies.ts";
import { APPROVAL_ATTRIBUTES } from "../request/attributes.ts";
import type { CedarMapping } from "../to-mapping.ts";
import type { Reads } from "./list-reads.ts";
import { toActionKey } from "./to-reach.ts";

/** The policies that can say anything about a tool. The same list is the same object. */
export interface Slice {
  readonly policies: readonly ParsedPolicy[];
  readonly reads: Reads;
  /** Whether a human's approval could make a difference. */
  readonly readsApproval: boolean;
  /** Of all patterns behind their `like`, in characters. */
  readonly patternLength: number;
}

/** Picks policies by tool. INVARIANT: the slice decides as the whole set would. */
export function createSlicer(policies: readonly ParsedPolicy[]): (name: string, mapping: CedarMapping) => Slice {
  const byName = Map.groupBy(
    policies.flatMap((policy) => [...(policy.reach.names ?? [])].map((name) => ({ name, policy }))),
    ({ name }) => name,
  );
  const anyName = policies.filter(({ reach }) => reach.names === null);
  const slices = new Map<string, Slice>();
  return (name, mapping) => {
    const own = (byName.get(name) ?? []).map(({ policy }) => policy);
    const chosen = [...anyName, ...own].filter((policy) => reaches(policy, mapping));
    const key = chosen.map(({ id }) => id).join(" ");
    const slice = slices.get(key) ?? toSlice(chosen);
    slices.set(key, slice);
    return slice;
  };
}

function reaches({ reach }: ParsedPolicy, { resourceType, actionType, action }: CedarMapping): boolean {
  if (reach.resourceType !== null && reach.resourceType !== resourceType) return false;
  return reach.actions === null || reach.actions.has(toActionKey(actionType, action));
}

function toSlice(policies: readonly ParsedPolicy[]): Slice {
  const names = new Set(policies.flatMap(({ reads }) => [...reads.names]));
  const everything = policies.some(({ reads }) => reads.everything);
  const readsApproval = everything || APPROVAL_ATTRIBUTES.some((name) => names.has(name));
  const patternLength = policies.reduce((sum, policy) => sum + policy.patternLength, 0);
  return { policies, reads: { names, everything }, readsApproval, patternLength };
}
