import type { SecretChange, SecretTarget } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { findRow, toWorkspace } from "./change-secret.ts";
import { refuse } from "./secret-refusal.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";
import { badName } from "./to-bindings.ts";
import { isSecretName } from "../../secrets/secret-name.ts";

/** Removes a value and its bindings, also those that do not open any more. */
export async function removeSecret(target: SecretTarget, by: Caller, parts: SecretControlParts): Promise<SecretChange> {
  const { name, workspaceOnly } = target;
  if (!isSecretName(name)) return badName(name);
  const workspace = toWorkspace(target, parts);
  const row = await findRow(target, parts);
  if (row === null) return missing(name, workspaceOnly);
  await parts.recordAdmin("secret.remove", { name, workspace }, by);
  if (!(await parts.store.secrets.remove(row.id))) return missing(name, workspaceOnly);
  return { ok: true, name, workspace, bindings: [], isNew: false };
}

function missing(name: string, workspaceOnly: boolean): SecretChange {
  const where = workspaceOnly ? "for this workspace" : "for every workspace";
  const hint = `\`toolgate secrets list\` shows what there is${workspaceOnly ? "" : "; --workspace is about this workspace alone"}.`;
  return refuse("not_found", `nothing is kept of \`${name}\` ${where}`, hint);
}
