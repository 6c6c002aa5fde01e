import { hash } from "node:crypto";
import type { StoredPin } from "../../storage/upstream-repositories.ts";

/** What a human would have to look at. */
export type PinState = "accepted" | "added" | "changed" | "removed";

export interface JudgedPin {
  readonly pin: StoredPin;
  readonly state: PinState;
  /** A human looked at this very offer and did not want it. */
  readonly isRefused: boolean;
}

/** How what a server offers stands to what was accepted, by tool; the server itself under `""`. */
export function judgePins(pins: readonly StoredPin[]): ReadonlyMap<string, JudgedPin> {
  return new Map(pins.map((pin) => [pin.tool, { pin, state: judgePin(pin), isRefused: isRefused(pin) }]));
}

function judgePin({ accepted, offered }: StoredPin): PinState {
  if (accepted === null) return "added";
  if (offered === null) return "removed";
  return offered === accepted ? "accepted" : "changed";
}

function isRefused({ offered, refusedHash }: StoredPin): boolean {
  return offered !== null && refusedHash === hashDefinition(offered);
}

/** @param text canonical JSON */
export function hashDefinition(text: string): string {
  return `sha256:${hash("sha256", text)}`;
}
