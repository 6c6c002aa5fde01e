import { readListenMessage } from "./read-listen-message.ts";
import type { ListenMessage } from "./read-listen-message.ts";

/** A request to hear of changes of resources, among other things. */
export interface ListenRequest extends Pick<ListenMessage, "id" | "meta"> {
  /** Resources that it wants to hear of, each once; the first of them where there are too many. */
  readonly uris: readonly string[];
  /** The same request for only some of them. */
  readonly narrow: (uris: readonly string[]) => Readonly<Record<string, unknown>>;
}

const MOST_URIS = 200;
const MAX_URI = 4_096;
/** How many are asked for at once: each is a call. */
const AT_ONCE = 8;

/** `null`: it is another message, or is about no resources. What breaks the form of the request is for others to refuse. */
export function readListenRequest(message: unknown): ListenRequest | null {
  const listen = readListenMessage(message);
  if (listen === null) return null;
  const { id, notifications, meta, asking } = listen;
  const { resourceSubscriptions: wanted } = notifications;
  if (!Array.isArray(wanted) || !wanted.every((uri) => typeof uri === "string")) return null;
  return {
    id,
    uris: [...new Set(wanted)].filter((uri) => uri.length <= MAX_URI).slice(0, MOST_URIS),
    meta,
    narrow: (uris) => asking({ ...notifications, resourceSubscriptions: uris }),
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
