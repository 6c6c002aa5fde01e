import { openEnvironment } from "../secrets/seal-environment.ts";
import { createSealer } from "../secrets/seal.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { Tool } from "../model/tool.ts";
import type { Store } from "../storage/store.ts";

/** The sealed environments of stored tools. The key is only read, or made, when one is needed. */
export interface Sealing {
  /** Rejects when there is no key that could be used. */
  readonly sealer: () => Promise<Sealer>;
  /** Rejects when the values cannot be opened, or are not those that the tool was loaded with. */
  readonly open: (tool: Tool) => Promise<Readonly<Record<string, string>>>;
}

export interface SealingOptions {
  readonly dataFolder: string;
  readonly workspace: string;
  readonly fromEnvironment: string | undefined;
  readonly tools: Store["tools"];
}

export function createSealing({ dataFolder, workspace, fromEnvironment, tools }: SealingOptions): Sealing {
  let known: Promise<Sealer> | null = null;
  const sealer = (): Promise<Sealer> => {
    known ??= createSealer({ folder: dataFolder, fromEnvironment, isInUse: () => tools.hasSealed() });
    // A key that was put right must be found without a restart.
    known.catch(() => (known = null));
    return known;
  };
  return {
    sealer,
    open: async ({ name, sealedEnvironment }) => {
      const version = sealedEnvironment?.version;
      if (version === undefined) return {};
      const row = (await tools.list(workspace)).find(({ environment }) => environment?.version === version);
      if (row === undefined || row.environment === null) throw new Error(`the values of \`${name}\` are gone`);
      const opened = openEnvironment(await sealer(), row.environment, row);
      if (!opened.ok) throw new Error(opened.message);
      return opened.values;
    },
  };
}
