import type { SealedRow } from "../storage/repositories.ts";
import { openEnvironment, resealEnvironment } from "./seal-environment.ts";
import { openSecret, sealSecret } from "./seal-secret.ts";
import { openScrubValue, sealScrubValue } from "./seal-scrub-value.ts";
import { openWith } from "./seal.ts";
import type { FindKey, Sealer } from "./seal.ts";

/** A row that was opened, to be sealed with another key. */
export interface OpenedRow {
  seal(sealer: Sealer): string;
}

/** `null`: it does not open, so it cannot be kept either. */
export function openRow(row: SealedRow, find: FindKey): OpenedRow | null {
  const opener: Pick<Sealer, "open"> = { open: (envelope, place) => openWith(find, envelope, place) };
  if (row.kind === "secret") {
    const opened = openSecret(opener, row.secret, row.tenant);
    return opened.ok ? { seal: (sealer) => sealSecret(sealer, row.secret, row.tenant, opened.value) } : null;
  }
  if (row.kind === "scrub-value") {
    const opened = openScrubValue(opener, row.value, row.tenant);
    return opened.ok ? { seal: (sealer) => sealScrubValue(sealer, row.value.id, row.tenant, opened.value) } : null;
  }
  const { environment, tool } = row;
  const opened = openEnvironment(opener, environment, tool);
  return opened.ok ? { seal: (sealer) => resealEnvironment(sealer, opened.values, environment.version, tool) } : null;
}
