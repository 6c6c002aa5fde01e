import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { InternalApiShape } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { Registry } from "../../registry/registry.ts";
import type { Sealer } from "../../secrets/seal.ts";
import type { Store } from "../../storage/store.ts";

/** What changing tools needs. */
export interface ToolControlParts {
  readonly store: Pick<Store, "tools" | "sessions">;
  readonly config: Pick<Config, "workspace" | "toolFolders" | "reload">;
  readonly registry: Pick<Registry, "snapshot" | "reload">;
  /** Brings into the registry what is in the database now. */
  readonly currentTools: () => Promise<unknown>;
  /** Tools that come with Toolgate or were given in code: the lowest layer. */
  readonly builtins: readonly Tool[];
  /** The built-in APIs that tools may name. @default those that Toolgate ships */
  readonly apis?: ReadonlyMap<string, InternalApiShape> | undefined;
  /** What values are sealed with; asked for when there are any. */
  readonly sealer: () => Promise<Sealer>;
  readonly recordAdmin: ControlPlane["recordAdmin"];
}
