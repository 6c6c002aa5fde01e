import type { StoredSecret } from "../storage/repositories.ts";
import type { Opened, Sealer, SealedPlace } from "./seal.ts";

/** What of a row the envelope belongs to: whoever can write the database, but has no key, cannot release it to others. */
type SecretPlace = Pick<StoredSecret, "id" | "name" | "workspace" | "hasValue" | "bindings">;

/** @param value `null` where the row says only who gets the secret of another provider */
export function sealSecret(sealer: Sealer, secret: SecretPlace, tenant: string, value: string | null): string {
  return sealer.seal(value ?? "", toPlace(secret, tenant));
}

/** Also says whether the bindings are those that were sealed. */
export function openSecret(
  sealer: Pick<Sealer, "open">,
  secret: SecretPlace & Pick<StoredSecret, "sealed">,
  tenant: string,
): { readonly ok: true; readonly value: string | null } | Extract<Opened, { ok: false }> {
  const opened = sealer.open(secret.sealed, toPlace(secret, tenant));
  return opened.ok ? { ok: true, value: secret.hasValue ? opened.value : null } : opened;
}

function toPlace({ id, name, workspace, hasValue, bindings }: SecretPlace, tenant: string): SealedPlace {
  const pairs = bindings.map(({ tool, host }) => [tool, host]);
  return { boundTo: JSON.stringify(["secret", tenant, id, name, workspace, hasValue, pairs]) };
}
