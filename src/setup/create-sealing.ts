import type { Tool } from "../model/tool.ts";
import type { KeySource } from "../secrets/keys/key-ring.ts";
import { rotateKey } from "../secrets/keys/rotate-key.ts";
import type { Rotation } from "../secrets/keys/rotate-key.ts";
import { KEY_VARIABLE, OLD_KEY_VARIABLE } from "../secrets/keys/sealing-key.ts";
import { openEnvironment } from "../secrets/seal-environment.ts";
import { createSealer } from "../secrets/seal.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { Store } from "../storage/store.ts";

/** The sealed environments of stored tools, and the key. It is only read, or made, when it is needed. */
export interface Sealing {
  /** Seals with the key in use at this moment. Rejects when there is no key that could be used. */
  readonly sealer: () => Promise<Sealer>;
  /** Rejects when the values cannot be opened, or are not those that the tool was loaded with. */
  readonly open: (tool: Tool) => Promise<Readonly<Record<string, string>>>;
  /** Seals everything with another key. Rejects with `SecretsKeyError` when that cannot be; then nothing changed. */
  readonly rotate: () => Promise<Rotation>;
}

export interface SealingOptions {
  readonly dataFolder: string;
  readonly workspace: string;
  /** Holds the key, where a file does not. */
  readonly environment: NodeJS.ProcessEnv;
  readonly store: Pick<Store, "tools" | "sealing">;
}

export function createSealing({ dataFolder, workspace, environment, store }: SealingOptions): Sealing {
  const { tools, sealing } = store;
  const readSource = (): KeySource & { sealing: Store["sealing"] } => {
    const [fromEnvironment, oldFromEnvironment] = [environment[KEY_VARIABLE], environment[OLD_KEY_VARIABLE]];
    return { folder: dataFolder, fromEnvironment, oldFromEnvironment, sealing };
  };
  let known: Sealer | null = null;
  const sealer = async (): Promise<Sealer> => {
    // Another process may have brought in another key since.
    if (known === null || known.keyId !== (await sealing.keyId())) known = await createSealer(readSource());
    return known;
  };
  const open = async (tool: Tool, isAgain = false): Promise<Readonly<Record<string, string>>> => {
    const version = tool.sealedEnvironment?.version;
    if (version === undefined) return {};
    const row = (await tools.list(workspace)).find(({ environment: sealed }) => sealed?.version === version);
    if (row === undefined || row.environment === null) throw new Error(`the values of \`${tool.name}\` are gone`);
    const opened = openEnvironment(await sealer(), row.environment, row);
    if (opened.ok) return opened.values;
    // The row may have been read before a rotation, and the keys after it.
    if (opened.code === "OTHER_KEY" && !isAgain) return open(tool, true);
    throw new Error(opened.message);
  };
  return { sealer, open: (tool) => open(tool), rotate: () => rotateKey(readSource()) };
}
