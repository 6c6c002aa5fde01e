import type { StoredPin } from "../../storage/upstream-repositories.ts";
import { hashDefinition } from "./judge-pins.ts";

export interface PinAnswer {
  /** Names of tools; `""` is the server itself; `null`: everything that waits. */
  readonly tools: readonly string[] | null;
  /** By tool, what the human saw: an offer that changed meanwhile is not what was answered. `null` for one that is gone. */
  readonly seen: ReadonlyMap<string, string | null>;
  readonly by: string;
  /** ISO 8601. */
  readonly now: string;
}

/** The rows after a human accepted what waits. What is gone is forgotten. */
export function acceptPins(before: readonly StoredPin[], answer: PinAnswer): readonly StoredPin[] {
  return before.flatMap((pin) => {
    if (!isMeant(pin, answer)) return [pin];
    if (pin.offered === null) return [];
    const accepted = { accepted: pin.offered, acceptedAt: answer.now, acceptedBy: answer.by, refusedHash: null };
    return [{ ...pin, ...accepted }];
  });
}

/** The rows after a human refused what waits: it stays unused, and is not asked about again. */
export function refusePins(before: readonly StoredPin[], answer: PinAnswer): readonly StoredPin[] {
  return before.map((pin) =>
    isMeant(pin, answer) && pin.offered !== null ? { ...pin, refusedHash: hashDefinition(pin.offered) } : pin,
  );
}

function isMeant({ tool, accepted, offered }: StoredPin, { tools, seen }: PinAnswer): boolean {
  if (accepted === offered || (tools !== null && !tools.includes(tool))) return false;
  return seen.has(tool) && seen.get(tool) === offered;
}
