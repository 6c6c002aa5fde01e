import { canonicalJson } from "../../model/canonical-json.ts";
import type { Caller } from "../../model/caller.ts";

/** Whose a call that is come back for is: of one credential of one agent, and nobody else's. */
export function toOwner({ tenant, principal, agent, credential }: Caller): string {
  return canonicalJson([tenant, principal, agent, credential]);
}

/** The credential alone: what is limited is counted for all that it is used for together. */
export function toCredentialOwner({ tenant, credential }: Caller): string {
  return canonicalJson([tenant, credential]);
}
