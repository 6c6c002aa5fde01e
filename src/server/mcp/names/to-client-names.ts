import { hash } from "node:crypto";
import { toWireName } from "../../../registry/layers/wire-name.ts";
import type { NameLimits } from "./known-clients.ts";

/** What a client calls tools, both ways; one name for each tool, and one tool for each name. */
export interface ClientNames {
  toShown(name: string): string;
  /** The tool that a name of this client means; `undefined`: it is none of its names. */
  toReal(shown: string): string | undefined;
}

const FITTING = /^[A-Za-z0-9_-]+$/;
const MARK_LENGTH = 8;

/**
 * Names for the tools that somebody sees. A name that the client takes stays; another one gets `_` for what is not taken. Two
 * that would be the same then, and what is cut, end in a mark of the whole name. No name that `isReal` is ever given to another tool.
 */
export function toClientNames(
  names: Iterable<string>,
  { maxLength }: NameLimits,
  isReal: (name: string) => boolean,
): ClientNames {
  const others = [...new Set(names)].filter((name) => !FITTING.test(name) || name.length > maxLength).sort();
  const wires = Map.groupBy(others, (name) => toWireName(name));
  const shown = new Map<string, string>();
  const real = new Map<string, string>();
  for (const name of others) {
    const wire = toWireName(name);
    const isAlone = wires.get(wire)?.length === 1 && wire.length <= maxLength;
    let made = isAlone ? wire : mark(wire, name, maxLength, 0);
    for (let turn = 1; isReal(made) || real.has(made); turn += 1) made = mark(wire, name, maxLength, turn);
    shown.set(name, made);
    real.set(made, name);
  }
  return { toShown: (name) => shown.get(name) ?? name, toReal: (name) => real.get(name) };
}

function mark(wire: string, name: string, maxLength: number, turn: number): string {
  const sum = hash("sha256", `${name}\0${turn}`).slice(0, MARK_LENGTH);
  return `${wire.slice(0, maxLength - MARK_LENGTH - 1)}_${sum}`;
}
