import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import type { Registry } from "../../registry/registry.ts";
import type { SecretDesk } from "../../secrets/create-secret-source.ts";
import type { Rotation } from "../../secrets/keys/rotate-key.ts";
import type { Sealer } from "../../secrets/seal.ts";
import type { Store } from "../../storage/store.ts";

/** What changing and looking at secrets needs. */
export interface SecretControlParts {
  readonly store: Pick<Store, "secrets" | "sealing">;
  readonly config: Pick<Config, "workspace" | "tenant" | "secrets">;
  readonly registry: Pick<Registry, "snapshot">;
  /** Brings into the registry what is in the database now. */
  readonly currentTools: () => Promise<unknown>;
  readonly sealer: () => Promise<Sealer>;
  /** What calls get their secrets from. */
  readonly secrets: Pick<SecretDesk, "open" | "findBinding" | "locate">;
  /** Seals everything with another key. */
  readonly rotateKey: () => Promise<Rotation>;
  readonly recordAdmin: ControlPlane["recordAdmin"];
}
