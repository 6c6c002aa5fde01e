import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { StoredBinding, StoredSecret, StoredTool } from "../storage/repositories.ts";
import type { Store } from "../storage/store.ts";
import { open, TENANT } from "../storage/temporary-store.fixture.ts";
import type { KeySource } from "./keys/key-ring.ts";
import type { RotationSource } from "./keys/rotate-key.ts";
import { openEnvironment, sealEnvironment } from "./seal-environment.ts";
import { openSecret, sealSecret } from "./seal-secret.ts";
import { createSealer } from "./seal.ts";

/** A data folder with a real database in it. */
export interface SecretWorld {
  readonly folder: string;
  readonly store: Store;
  source(change?: Partial<KeySource>): RotationSource;
  keep(name: string, value: string | null, change?: KeepChange): Promise<StoredSecret>;
  keepTool(name: string, values: Readonly<Record<string, string>>): Promise<StoredTool>;
  /** Every value that opens now, by the name of its secret or tool; what does not is absent. */
  readAll(change?: Partial<KeySource>): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

export interface KeepChange {
  readonly workspace?: string | null;
  readonly bindings?: readonly StoredBinding[];
}

const AT = "2026-01-01T00:00:00.000Z";

export async function createSecretWorld(
  folder: string = mkdtempSync(path.join(tmpdir(), "toolgate-secrets-")),
): Promise<SecretWorld> {
  const store = await open(folder);
  const source: SecretWorld["source"] = (change) => ({
    folder,
    fromEnvironment: undefined,
    ...change,
    sealing: store.sealing,
  });
  return {
    folder,
    store,
    source,
    async keep(name, value, { workspace = null, bindings = [] } = {}) {
      const row = { id: `id-${name}-${workspace ?? ""}`, name, workspace, hasValue: value !== null, bindings };
      const sealed = sealSecret(await createSealer(source()), row, TENANT, value);
      const secret = { ...row, sealed, version: 1, createdAt: AT, createdBy: "ada", updatedAt: AT };
      await store.secrets.create(secret);
      return secret;
    },
    async keepTool(name, values) {
      const owner = { id: `tool-${name}`, audience: { kind: "everybody" }, definition: "{}" } as const;
      const sealed = sealEnvironment(await createSealer(source()), values, owner);
      if (!sealed.ok) throw new Error(sealed.messages.join());
      const times = { createdAt: AT, createdBy: "ada", updatedAt: AT };
      const { environment } = sealed;
      const tool: StoredTool = {
        ...owner,
        workspace: null,
        format: "custom",
        name,
        enabled: true,
        environment,
        ...times,
      };
      await store.tools.create(tool);
      return tool;
    },
    readAll: (change) => readAll(store, source(change)),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readAll(store: Store, source: KeySource): Promise<Readonly<Record<string, unknown>>> {
  const sealer = await createSealer(source);
  const found: Record<string, unknown> = {};
  for (const secret of await store.secrets.list("/w")) {
    const opened = openSecret(sealer, secret, TENANT);
    if (opened.ok) found[secret.name] = opened.value;
  }
  for (const tool of await store.tools.list("/w")) {
    if (tool.environment === null) continue;
    const opened = openEnvironment(sealer, tool.environment, tool);
    if (opened.ok) found[tool.name] = opened.values;
  }
  return found;
}
