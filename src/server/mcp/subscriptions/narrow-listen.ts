/** A request to hear of changes, as it came. */
export interface ListenRequest {
  readonly id: string | number;
  /** Resources that it wants to hear of, each once; the first of them where there are too many. */
  readonly uris: readonly string[];
  /** What the request says of itself. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The same request for only some of them. */
  readonly narrow: (uris: readonly string[]) => Readonly<Record<string, unknown>>;
}

const MOST_URIS = 200;
const MAX_URI = 4_096;
/** How many are asked for at once: each is a call. */
const AT_ONCE = 8;

/** `null`: it is another message, or is about no resources. What breaks the form of the request is for others to refuse. */
export function readListenRequest(message: unknown): ListenRequest | null {
  const { method, id, params } = toObject(message);
  if (method !== "subscriptions/listen" || (typeof id !== "string" && typeof id !== "number")) return null;
  const { notifications, _meta } = toObject(params);
  const { resourceSubscriptions: wanted } = toObject(notifications);
  if (!Array.isArray(wanted) || !wanted.every((uri) => typeof uri === "string")) return null;
  return {
    id,
    uris: [...new Set(wanted)].filter((uri) => uri.length <= MAX_URI).slice(0, MOST_URIS),
    meta: typeof _meta === "object" && _meta !== null ? (_meta as Record<string, unknown>) : undefined,
    narrow: (uris) => ({
      ...toObject(message),
      params: { ...toObject(params), notifications: { ...toObject(notifications), resourceSubscriptions: uris } },
    }),
  };
}

/** Those that `add` takes, in their order. */
export async function takeAllowed(
  uris: readonly string[],
  add: (uri: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (let at = 0; at < uris.length; at += AT_ONCE) {
    const some = uris.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(add));
    taken.push(...some.filter((_, index) => answers[index] === true));
  }
  return taken;
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
