import { lookup } from "node:dns/promises";

/** Every address that a name leads to; rejects when there is none. */
export type HostLookup = (host: string) => Promise<readonly string[]>;

export interface HostResolver {
  readonly resolve: HostLookup;
  /** The next `resolve` of this host asks again, because nothing answered at what was known. */
  readonly forget: (host: string) => void;
}

const KEPT_MS = 5_000;
const KEPT_HOSTS = 256;

/**
 * Asks the system for all addresses of a name and keeps them for 5 seconds, so that keep-alive is not paid for with a look-up;
 * whether they may be reached is judged anew each time. Requests for one name at one time ask once.
 */
export function createHostResolver(ask: HostLookup = askSystem): HostResolver {
  const known = new Map<string, { readonly answer: Promise<readonly string[]>; readonly untilMs: number }>();
  const resolve: HostLookup = async (host) => {
    const kept = known.get(host);
    if (kept !== undefined && performance.now() < kept.untilMs) return kept.answer;
    const answer = ask(host);
    known.delete(host);
    known.set(host, { answer, untilMs: performance.now() + KEPT_MS });
    const [oldest] = known.keys();
    if (known.size > KEPT_HOSTS && oldest !== undefined) known.delete(oldest);
    try {
      return await answer;
    } catch (error) {
      if (known.get(host)?.answer === answer) known.delete(host);
      throw error;
    }
  };
  return { resolve, forget: (host) => void known.delete(host) };
}

async function askSystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
}
