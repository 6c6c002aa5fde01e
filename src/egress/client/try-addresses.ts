import type { Pool } from "undici";
import type { ConnectionPools } from "./connection-pools.ts";
import type { HopRequest } from "./next-hop.ts";

/** More addresses of one name are judged, but not tried. */
const TRIED_ADDRESSES = 4;

export interface Attempts<End> {
  readonly pools: ConnectionPools;
  readonly target: HopRequest["target"];
  /** Checked ones, in the order in which they are tried. */
  readonly addresses: readonly string[];
  readonly send: (pool: Pool) => Promise<End>;
  /** Whether nothing of the request has left. */
  readonly isUnsent: (end: End) => boolean;
}

/** Another address is tried only while nothing of the request has left. `null`: there was none to try. */
export async function tryAddresses<End>({ pools, target, addresses, ...how }: Attempts<End>): Promise<End | null> {
  let last: End | null = null;
  for (const address of addresses.slice(0, TRIED_ADDRESSES)) {
    last = await how.send(await pools.at(target, address));
    if (!how.isUnsent(last)) return last;
  }
  return last;
}
