import { UpstreamError } from "../../upstream.ts";
import type { HeldTokens } from "../credentials.ts";
import type { FoundAuthorizationServer } from "../find-authorization-server.ts";
import { chooseProofAlgorithm } from "./proof-key.ts";
import type { ProofAlgorithm } from "./proof-key.ts";

/**
 * What tokens are bound with; `null`: with nothing. Many authorization servers bind whatever they can, and the servers behind
 * them then take nothing: so it is the server that has to ask for it, or the operator.
 *
 * @param wanted `dpop` of the configuration
 * @throws UpstreamError where it is wanted and cannot be
 */
export function chooseProof(
  wanted: boolean | null,
  { metadata, wantsProof }: Pick<FoundAuthorizationServer, "metadata" | "wantsProof">,
): ProofAlgorithm | null {
  if (wanted === false || (wanted === null && !wantsProof)) return null;
  const { dpop_signing_alg_values_supported: known } = metadata as Readonly<Record<string, unknown>>;
  const algorithm = chooseProofAlgorithm(known);
  if (algorithm === null && wanted === true)
    throw unbound("its authorization server does not say that it binds tokens");
  return algorithm;
}

/** @throws UpstreamError where tokens have to be bound and are not */
export function expectProof(wanted: boolean | null, { proofKey }: HeldTokens): void {
  if (wanted === true && (proofKey ?? null) === null)
    throw unbound("its authorization server gave a token that is bound to nothing");
}

function unbound(message: string): UpstreamError {
  return new UpstreamError(message, "`dpop = true` of its `auth` wants that; ask whoever runs it");
}
