import type { FetchLike } from "@modelcontextprotocol/client";
import { isListedAddress } from "../../egress/address/is-listed-address.ts";
import { toFetch } from "../../egress/client/to-fetch.ts";
import type { EgressClient } from "../../egress/egress.ts";

const MAX_DOCUMENT_BYTES = 256 * 1024;
const TIMEOUT_MS = 15_000;

/**
 * What speaks OAuth to authorization servers. A server may name any of them, so what is not public is reached only where
 * the operator lists it; nothing is ever sent on to where an answer points.
 *
 * @param timeoutMs of one answer. @default 15 s
 */
export function createOAuthFetch(
  egress: Pick<EgressClient, "request">,
  privateAddresses: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): FetchLike {
  const permitsAddress = (address: string): boolean => isListedAddress(address, privateAddresses);
  return toFetch(egress, {
    maxBodyBytes: MAX_DOCUMENT_BYTES,
    timeoutMs,
    maxRedirects: 0,
    rulesFor: () => ({ hosts: null, permitsAddress }),
  });
}
