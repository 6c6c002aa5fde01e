import { randomUUID } from "node:crypto";
import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { Caller } from "../../model/caller.ts";
import type { Scrubbing } from "../../output/scrub/create-scrubbing.ts";
import { openScrubValue, sealScrubValue } from "../../secrets/seal-scrub-value.ts";
import { SealedWithOtherKey } from "../../storage/keys/sealed-with-other-key.ts";
import type { Store } from "../../storage/store.ts";
import { checkScrubValue } from "./check-scrub-value.ts";
import type { RegisteredValuesParts } from "./create-registered-values.ts";
import type { AddScrubResult, AddScrubValue, ScrubControl } from "./scrub-control.ts";

interface Parts extends Pick<ControlPlane, "recordAdmin">, Pick<RegisteredValuesParts, "sealer"> {
  readonly store: Pick<Store, "scrubValues">;
  readonly config: Pick<Config, "tenant">;
  /** What takes secrets out of everything else, too. */
  readonly scrubbing: Scrubbing;
}

/** Values that people register, and the scrubber as they would meet it. */
export function createScrubControl(parts: Parts): ScrubControl {
  const { store, recordAdmin, scrubbing } = parts;
  const { scrubValues } = store;
  return {
    list: async () =>
      (await scrubValues.list()).map(({ id, length, note, createdAt, createdBy }) => ({
        id,
        length,
        note,
        createdAt,
        createdBy,
      })),
    add: (request, by) => add(request, by, parts),
    async remove(id, by) {
      await recordAdmin("scrub.remove", { id }, by);
      return scrubValues.remove(id);
    },
    async open(onHit) {
      await scrubbing.refresh();
      return scrubbing.scrubberFor([], onHit);
    },
  };
}

async function add(request: AddScrubValue, by: Caller, parts: Parts): Promise<AddScrubResult> {
  const { value, note } = request;
  const checked = checkScrubValue(request);
  if (!checked.ok) return checked;
  const { length } = value;
  const known = await findId(value, parts);
  if (known !== null) return { ok: true, id: known, length, isNew: false, warning: checked.warning };
  const id = randomUUID();
  await parts.recordAdmin("scrub.add", { id, length, note }, by);
  const store = async (): Promise<void> => {
    const sealed = sealScrubValue(await parts.sealer(), id, parts.config.tenant, value);
    const createdAt = new Date().toISOString();
    await parts.store.scrubValues.add({ id, length, note, sealed, createdAt, createdBy: by.principal });
  };
  await store().catch((error: unknown) => {
    // The key was changed between sealing and writing: once more, with the new one.
    if (error instanceof SealedWithOtherKey) return store();
    throw error;
  });
  return { ok: true, id, length, isNew: true, warning: checked.warning };
}

async function findId(value: string, { store, sealer, config }: Parts): Promise<string | null> {
  const rows = (await store.scrubValues.list()).filter(({ length }) => length === value.length);
  for (const row of rows) {
    const opened = openScrubValue(await sealer(), row, config.tenant);
    if (opened.ok && opened.value === value) return row.id;
  }
  return null;
}
