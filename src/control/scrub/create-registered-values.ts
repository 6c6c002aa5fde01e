import type { RegisteredValues } from "../../output/scrub/registered-values.ts";
import { openScrubValue } from "../../secrets/seal-scrub-value.ts";
import type { Sealer } from "../../secrets/seal.ts";
import type { StoredScrubValue } from "../../storage/repositories.ts";
import type { Store } from "../../storage/store.ts";

export interface RegisteredValuesParts {
  readonly store: Pick<Store, "scrubValues" | "revision">;
  /** Asked for when there is a value to open. */
  readonly sealer: () => Promise<Sealer>;
  readonly tenant: string;
}

interface Known {
  readonly revision: number;
  readonly byId: ReadonlyMap<string, string>;
  readonly values: readonly string[];
}

/** What a tenant registered, as of this moment: read again only when anything was changed since, and opened once. */
export function createRegisteredValues(parts: RegisteredValuesParts): RegisteredValues {
  const { store } = parts;
  let known: Known = { revision: -1, byId: new Map(), values: [] };
  return {
    async current(revision = store.revision()) {
      if (known.revision === revision) return known.values;
      const before = known;
      const rows = await store.scrubValues.list();
      const isSame = rows.length === before.byId.size && rows.every(({ id }) => before.byId.has(id));
      const byId = isSame ? before.byId : await openAll(rows, before.byId, parts);
      // Whoever began to read earlier may end later, and must not bring back what was before.
      if (known.revision < revision) {
        known = { revision, byId, values: isSame && known === before ? before.values : [...byId.values()] };
      }
      return known.values;
    },
  };
}

async function openAll(
  rows: readonly StoredScrubValue[],
  opened: ReadonlyMap<string, string>,
  { sealer, tenant }: RegisteredValuesParts,
): Promise<ReadonlyMap<string, string>> {
  const byId = new Map<string, string>();
  for (const row of rows) byId.set(row.id, opened.get(row.id) ?? openOne(row, await sealer(), tenant));
  return byId;
}

/** Without it nobody could say that a text is free of it, so nothing is handed out. */
function openOne(row: StoredScrubValue, sealer: Sealer, tenant: string): string {
  const value = openScrubValue(sealer, row, tenant);
  if (value.ok) return value.value;
  throw new Error(
    `The registered scrub value ${row.id} cannot be opened: ${value.message}. ` +
      `Put the key back, or take the value away: toolgate scrub remove ${row.id}`,
  );
}
