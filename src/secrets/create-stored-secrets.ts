import type { StoredSecret } from "../storage/repositories.ts";
import { openSecret } from "./seal-secret.ts";
import { SecretError } from "./secret-source.ts";
import type { SecretSourceOptions } from "./create-secret-source.ts";

/** What the database says of one secret. */
export interface OpenedRows {
  /** Each is as it was sealed, so its bindings are what an operator wrote. The workspace's own first. */
  readonly rows: readonly StoredSecret[];
  readonly value: string | null;
  /** Of every secret that there is a row for. */
  readonly names: readonly string[];
}

export interface StoredSecrets {
  /** Rejects with `SecretError` when a row does not open: then it may say something that nobody wrote. */
  open(name: string): Promise<OpenedRows>;
}

type Options = Pick<SecretSourceOptions, "store" | "sealer" | "workspace" | "tenant">;

/** The rows are read anew whenever a process changed something. */
export function createStoredSecrets({ store, sealer, workspace, tenant }: Options): StoredSecrets {
  let known: { readonly revision: number; readonly rows: Promise<readonly StoredSecret[]> } | null = null;
  const list = (): Promise<readonly StoredSecret[]> => {
    const revision = store.revision();
    if (known?.revision === revision) return known.rows;
    const rows = store.secrets.list(workspace);
    known = { revision, rows };
    // A failed read must not be remembered.
    rows.catch(() => (known = null));
    return rows;
  };
  const open = async (name: string, isAgain = false): Promise<OpenedRows> => {
    const all = await list();
    const rows = all.filter((row) => row.name === name);
    const names = all.map((row) => row.name);
    if (rows.length === 0) return { rows, value: null, names };
    const sealed = await sealer().catch((error: unknown) => Promise.reject(toSecretError(name, error)));
    const opened = rows.map((row) => openSecret(sealed, row, tenant));
    const failed = opened.find((one) => !one.ok);
    // The rows may have been read before a rotation, and the keys after it.
    if (failed?.code === "OTHER_KEY" && !isAgain) return ((known = null), open(name, true));
    if (failed !== undefined) throw toSecretError(name, new Error(failed.message));
    const value = opened.flatMap((one) => (one.ok && one.value !== null ? [one.value] : []))[0] ?? null;
    return { rows, value, names };
  };
  return { open: (name) => open(name) };
}

/** A key that is lost says itself what to do. */
function toSecretError(name: string, error: unknown): SecretError {
  const message = `the secret \`${name}\` cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
  const known = error instanceof Error && "hint" in error && typeof error.hint === "string" ? error.hint : null;
  const hint = `Give it again: toolgate secrets remove ${name}, then toolgate secrets set ${name}`;
  return new SecretError("SECRET_UNAVAILABLE", message, known ?? hint);
}
