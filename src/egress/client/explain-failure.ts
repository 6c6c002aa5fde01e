import { CONNECT_TIMEOUT, WRONG_PEER } from "../address/connect-pinned.ts";

/** Words for what broke, from the error's code alone: messages of libraries may quote what was sent or what came. */
export function explainFailure(error: unknown): string {
  const code = findCode(error);
  if (code.startsWith("HPE_")) return `what came back is not HTTP (${code})`;
  return EXPLAINED.get(code) ?? `the request failed (${code})`;
}

/** Upper-case words only, so that a code cannot carry a value. */
export function findCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "UNKNOWN";
}

/** Whether the connection went away, and not an answer that cannot be read, a certificate or a rule. */
export function isConnectionLoss(error: unknown): boolean {
  return LOSSES.has(findCode(error));
}

const EXPLAINED: ReadonlyMap<string, string> = new Map([
  [WRONG_PEER, "the connection ended at another address than the checked one"],
  [CONNECT_TIMEOUT, "no connection came about in time"],
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was reset"],
  ["EPIPE", "the connection was closed"],
  ["EHOSTUNREACH", "the host cannot be reached"],
  ["ENETUNREACH", "the network cannot be reached"],
  ["ETIMEDOUT", "the connection timed out"],
  ["UND_ERR_SOCKET", "the connection was closed before the answer was complete"],
  ["UND_ERR_HEADERS_OVERFLOW", "the headers of the answer are too long"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "the body of the answer is not as long as it says"],
  ["UND_ERR_DESTROYED", "the client was closed"],
  ["UND_ERR_CLOSED", "the client was closed"],
  ["CERT_HAS_EXPIRED", "the certificate has expired (CERT_HAS_EXPIRED)"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the certificate is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT)"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "the certificate comes from an unknown authority (SELF_SIGNED_CERT_IN_CHAIN)"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate cannot be verified (UNABLE_TO_VERIFY_LEAF_SIGNATURE)"],
]);

const LOSSES: ReadonlySet<string> = new Set([
  CONNECT_TIMEOUT,
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
]);
