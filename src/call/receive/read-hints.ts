import type { CallerHints } from "../../model/caller.ts";
import { Refused } from "../../model/errors.ts";

const TEXTS = ["client", "provider", "model", "channel", "chat", "peerKind", "group", "phase", "turn"] as const;
const MAX_LENGTH = 200;
const MAX_ALLOWED = 1_000;
/** In one name. They are matched with every tool of a list, and more of them are an attack on whoever does it. */
const MAX_STARS = 5;
const NONE: CallerHints = {};

/** A hint that cannot be read could have narrowed something: the call is refused, not let through without it. */
export function readHints(hints: unknown): CallerHints {
  if (hints === undefined) return NONE;
  if (typeof hints !== "object" || hints === null || Array.isArray(hints)) throw malformed("hints", "an object");
  const given = Object.entries(hints).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) checkHint(name, value);
  return Object.fromEntries(given);
}

function checkHint(name: string, value: unknown): void {
  if (TEXTS.some((known) => known === name)) {
    if (typeof value === "string" && value.length <= MAX_LENGTH) return;
    throw malformed(name, `a text of at most ${MAX_LENGTH} characters`);
  }
  if (name === "leaf") {
    if (typeof value === "boolean") return;
    throw malformed(name, "true or false");
  }
  if (name === "depth") {
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1_000) return;
    throw malformed(name, "a whole number from 0 to 1000");
  }
  if (name !== "allow") throw malformed(name, "a hint that Toolgate knows");
  const isList = Array.isArray(value) && value.length <= MAX_ALLOWED;
  if (isList && value.every(isName)) return;
  throw malformed(name, `a list of at most ${MAX_ALLOWED} tool names, each with at most ${MAX_STARS} \`*\``);
}

function isName(entry: unknown): boolean {
  return typeof entry === "string" && entry.length <= MAX_LENGTH && entry.split("*").length <= MAX_STARS + 1;
}

function malformed(name: string, expected: string): Refused {
  return new Refused("receive", "MALFORMED_CALL", `expected the hint \`${name.slice(0, 50)}\` to be ${expected}`, {
    hint: `known are ${[...TEXTS, "depth", "leaf", "allow"].join(", ")}`,
  });
}
