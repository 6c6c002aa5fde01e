import path from "node:path";
import type { TrustState } from "../config.ts";
import type { TrustLookup } from "../judge-trust.ts";
import { isInside } from "../places.ts";
import { parseTrustLimits } from "./trust-limits.ts";
import type { TrustLimits } from "./trust-limits.ts";

export interface LimitsPlace {
  /** Where the search for a project began; absolute, real. */
  readonly start: string;
  readonly workspace: string;
  readonly trust: TrustState;
}

/**
 * The stored restrictions that hold besides those that the files say now. Whoever may write in a folder can remove its
 * `toolgate.toml`, or put another one below it; so every folder that a person trusted on the way up from `start` still
 * restricts, up to the project that is trusted as it stands.
 */
export async function findLimits(place: LimitsPlace, lookup: TrustLookup): Promise<readonly TrustLimits[]> {
  const folders = listUpward(place.start).filter(
    (folder) => place.trust.kind !== "trusted" || !isInside(folder, place.workspace),
  );
  const stored = await Promise.all(folders.map(lookup));
  return stored.flatMap((text) => (text === null ? [] : [parseTrustLimits(text)]));
}

function listUpward(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...listUpward(parent)];
}
