import type { SecretProvider, WantedSecret } from "./providers/secret-provider.ts";

export interface LookedUp {
  /** `null`: no place has it. */
  readonly value: string | null;
  /** Which place has it, for people. */
  readonly place: string | null;
  /** Every place that was asked and does not have it, with what else is to be said of it. */
  readonly without: readonly string[];
}

/** Asks one place after the other; the first that has the secret counts. Rejects when a place cannot tell. */
export async function lookUp(wanted: WantedSecret, providers: readonly SecretProvider[]): Promise<LookedUp> {
  const without: string[] = [];
  for (const provider of providers) {
    const found = await provider.find(wanted);
    const place = provider.place(wanted.name);
    if (found.kind === "found") return { value: found.value, place, without };
    without.push(found.note === null ? place : `${place} (${found.note})`);
  }
  return { value: null, place: null, without };
}
