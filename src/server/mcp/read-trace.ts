/** What MCP sets aside for it in `_meta`, and HTTP in its headers. */
const NAMES = ["traceparent", "tracestate", "baggage"] as const;

interface Sources {
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Headers | undefined;
}

/**
 * What a request says about its trace, unchecked: what is in `_meta`, and the headers only where that has no `traceparent`,
 * because one exchange may carry several calls. `undefined`: it says nothing.
 */
export function readTrace({ meta, headers }: Sources): Readonly<Record<string, unknown>> | undefined {
  if (meta?.["traceparent"] !== undefined) return pick((name) => meta[name]);
  if (headers?.has("traceparent") !== true) return undefined;
  return pick((name) => headers.get(name) ?? undefined);
}

function pick(read: (name: (typeof NAMES)[number]) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(NAMES.map((name) => [name, read(name)]));
}
