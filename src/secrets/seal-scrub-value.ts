import type { StoredScrubValue } from "../storage/repositories.ts";
import type { Opened, Sealer, SealedPlace } from "./seal.ts";

/** Seals a value that is to be taken out of everything; it opens as that row of that tenant alone. */
export function sealScrubValue(sealer: Sealer, id: string, tenant: string, value: string): string {
  return sealer.seal(value, toPlace(id, tenant));
}

export function openScrubValue(
  sealer: Pick<Sealer, "open">,
  { id, sealed }: Pick<StoredScrubValue, "id" | "sealed">,
  tenant: string,
): Opened {
  return sealer.open(sealed, toPlace(id, tenant));
}

function toPlace(id: string, tenant: string): SealedPlace {
  return { boundTo: JSON.stringify(["scrub-value", tenant, id]) };
}
