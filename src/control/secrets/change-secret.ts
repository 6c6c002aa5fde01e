import { randomUUID } from "node:crypto";
import type { SecretChange, SecretTarget } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { openSecret, sealSecret } from "../../secrets/seal-secret.ts";
import type { StoredBinding, StoredSecret } from "../../storage/repositories.ts";
import { SealedWithOtherKey } from "../../storage/keys/sealed-with-other-key.ts";
import { refuse } from "./secret-refusal.ts";
import type { SecretRefusal } from "./secret-refusal.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";

/** What a row holds. */
export interface SecretContent {
  /** `null`: only whom the secret of another place is for. */
  readonly value: string | null;
  readonly bindings: readonly StoredBinding[];
}

/** What a row is to hold; `null`: the row goes. */
export type EditSecret = (present: SecretContent | null) => SecretContent | SecretRefusal | null;

export interface SecretEdit extends SecretTarget {
  readonly action: "secret.set" | "secret.bind" | "secret.unbind";
  readonly edit: EditSecret;
}

const MAX_BINDINGS = 500;

/** Changes one row from what it holds now: what another process changed meanwhile is not undone. */
export async function changeSecret(change: SecretEdit, by: Caller, parts: SecretControlParts): Promise<SecretChange> {
  const present = await findRow(change, parts);
  const content = present === null ? null : await openContent(present, parts);
  if (content !== null && "code" in content) return content;
  const next = change.edit(content);
  if (next !== null && "code" in next) return next;
  const workspace = toWorkspace(change, parts);
  const bindings = next?.bindings ?? [];
  if (bindings.length > MAX_BINDINGS) {
    const message = `${bindings.length} bindings; at most ${MAX_BINDINGS} are kept for a secret`;
    return refuse("validation", message, "Use a pattern, such as `github.*`.");
  }
  const shown = bindings.map(({ tool, host }) => ({ tool, host }));
  await parts.recordAdmin(change.action, { name: change.name, workspace, bindings: shown }, by);
  const done = await write(toRow(change, present, next, by, parts), present, next, parts);
  if (done) return { ok: true, name: change.name, workspace, bindings, isNew: present === null };
  return refuse("changed", `\`${change.name}\` was changed by somebody else meanwhile`, "Look at it, and try again.");
}

/** The row of this workspace, or of every one, as the target says. */
export async function findRow(
  target: SecretTarget,
  parts: Pick<SecretControlParts, "store" | "config">,
): Promise<StoredSecret | null> {
  const rows = await parts.store.secrets.find(target.name, parts.config.workspace);
  return rows.find(({ workspace }) => workspace === toWorkspace(target, parts)) ?? null;
}

/** `null`: every workspace. */
export function toWorkspace(
  { workspaceOnly }: SecretTarget,
  { config }: Pick<SecretControlParts, "config">,
): string | null {
  return workspaceOnly ? config.workspace : null;
}

/** Bindings that nobody sealed must not be sealed now, so the row has to open. */
async function openContent(
  row: StoredSecret,
  { sealer, config }: SecretControlParts,
): Promise<SecretContent | SecretRefusal> {
  const opened = openSecret(await sealer(), row, config.tenant);
  if (opened.ok) return { value: opened.value, bindings: row.bindings };
  const hint = `Put the key back, or give it anew: toolgate secrets remove ${row.name}, then toolgate secrets set ${row.name}`;
  return refuse("unreadable", `what is kept of \`${row.name}\` does not open: ${opened.message}`, hint);
}

function toRow(
  { name, workspaceOnly }: SecretTarget,
  present: StoredSecret | null,
  next: SecretContent | null,
  by: Caller,
  { config }: SecretControlParts,
): Omit<StoredSecret, "sealed"> {
  const now = new Date().toISOString();
  return {
    id: present?.id ?? randomUUID(),
    name,
    workspace: workspaceOnly ? config.workspace : null,
    hasValue: next?.value != null,
    bindings: next?.bindings ?? [],
    version: (present?.version ?? 0) + 1,
    createdAt: present?.createdAt ?? now,
    createdBy: present?.createdBy ?? by.principal,
    updatedAt: now,
  };
}

/** `false`: the row is not what it was. */
async function write(
  row: Omit<StoredSecret, "sealed">,
  present: StoredSecret | null,
  next: SecretContent | null,
  { store, sealer, config }: SecretControlParts,
): Promise<boolean> {
  if (next === null) return store.secrets.remove(row.id);
  const stored = { ...row, sealed: sealSecret(await sealer(), row, config.tenant, next.value) };
  try {
    return await (present === null ? store.secrets.create(stored) : store.secrets.update(stored));
  } catch (error) {
    if (error instanceof SealedWithOtherKey) return false;
    throw error;
  }
}
