import type { KeyObject } from "node:crypto";

/** What the log is sealed with. */
export interface AuditKeys {
  /** 32 bytes; authenticates the head, so that only its holder can move the end of the log. */
  readonly headKey: KeyObject;
  /** Ed25519; signs checkpoints. */
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicKeyPem: string;
  /** Lower-case hex SHA-256 of the public key. */
  readonly keyId: string;
}
