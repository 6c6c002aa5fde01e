/** About one connection, for the proxy itself, or written anew by it. */
const HOP_BY_HOP: readonly string[] = [
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** The headers of a message that go on to the other side: not those about one connection, nor those that `connection` names. */
export function keepEndToEnd(rawHeaders: readonly string[]): string[] {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
  );
  const named = pairs.filter(([name]) => name.toLowerCase() === "connection").flatMap(([, value]) => value.split(","));
  // The length says where the body ends; dropping it on the other side's word would let it move that end.
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim().toLowerCase())]);
  dropped.delete("content-length");
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}
