import type { CedarEngine } from "./cedar-engine.ts";
import type { Slice } from "./slice/create-slicer.ts";

/** Policies that an engine holds at once, over all slices. */
const MOST_POLICIES = 20_000;

interface Slots {
  /** Least recently used first. */
  readonly held: Map<Slice, string>;
  readonly free: string[];
  count: number;
}

/** One table for each engine, whoever uses it: the engine keeps what it parsed for as long as it lives. */
const SLOTS = new WeakMap<CedarEngine, Slots>();

/**
 * The id under which the engine holds the slice, parsed; the least recently used ones make room. `null`: the engine does
 * not take it.
 */
export function holdSlice(engine: CedarEngine, slice: Slice): string | null {
  const slots = SLOTS.get(engine) ?? { held: new Map<Slice, string>(), free: [], count: 0 };
  SLOTS.set(engine, slots);
  const known = slots.held.get(slice);
  if (known !== undefined) {
    slots.held.delete(slice);
    slots.held.set(slice, known);
    return known;
  }
  makeRoom(engine, slots, slice.policies.length);
  const id = slots.free.pop() ?? `toolgate-${slots.held.size}`;
  const staticPolicies = Object.fromEntries(slice.policies.map((policy) => [policy.id, policy.source.text]));
  if (engine.preparsePolicySet(id, { staticPolicies }).type === "failure") {
    slots.free.push(id);
    return null;
  }
  slots.held.set(slice, id);
  slots.count += slice.policies.length;
  return id;
}

function makeRoom(engine: CedarEngine, slots: Slots, wanted: number): void {
  for (const [slice, id] of slots.held) {
    if (slots.count + wanted <= MOST_POLICIES) return;
    // The engine has no way to drop a set: an empty one takes its place.
    engine.preparsePolicySet(id, { staticPolicies: {} });
    slots.held.delete(slice);
    slots.free.push(id);
    slots.count -= slice.policies.length;
  }
}
