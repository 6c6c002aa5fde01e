import type { SealingRepository } from "../../storage/repositories.ts";
import { readKeyFiles } from "./key-files.ts";
import type { KeyFiles } from "./key-files.ts";
import { KEY_VARIABLE, OLD_KEY_VARIABLE, parseKey } from "./sealing-key.ts";
import type { SealingKey } from "./sealing-key.ts";

export interface KeySource {
  /** The data folder; its file `secrets.key` is the key. */
  readonly folder: string;
  /** `TOOLGATE_SECRETS_KEY`: used instead of the file. */
  readonly fromEnvironment: string | undefined;
  /** `TOOLGATE_SECRETS_KEY_OLD`: opens what was sealed before. @default none */
  readonly oldFromEnvironment?: string | undefined;
  /** Which key is in use. */
  readonly sealing: Pick<SealingRepository, "keyId" | "isInUse" | "adopt">;
}

/** Every key that is known at a moment. */
export interface KeyRing extends KeyFiles {
  /** The one of `TOOLGATE_SECRETS_KEY`. */
  readonly given: SealingKey | null;
}

/** The ring of this moment: the given key first, then the old one, then those of the files. @throws SecretsKeyError */
export function readKeyRing({ folder, fromEnvironment, oldFromEnvironment }: KeySource): KeyRing {
  const given = fromEnvironment === undefined ? null : parseKey(fromEnvironment, KEY_VARIABLE);
  const old = oldFromEnvironment === undefined ? null : parseKey(oldFromEnvironment, OLD_KEY_VARIABLE);
  const { keys, broken } = readKeyFiles(folder);
  return { given, keys: [given, old, ...keys].filter((key) => key !== null), broken };
}
