import type { Pool } from "undici";
import { judgeTarget } from "../address/judge-target.ts";
import type { HostResolver } from "../address/resolve-host.ts";
import type { EgressRules } from "../egress.ts";
import type { ConnectionPools } from "./connection-pools.ts";
import { exchange } from "./exchange.ts";
import type { ExchangeEnd, ExchangeOptions } from "./exchange.ts";
import { tryAddresses } from "./try-addresses.ts";

/** What requests share: open connections and known addresses. Whether a request may use them is judged for each. */
export interface Line {
  readonly pools: ConnectionPools;
  readonly resolver: HostResolver;
}

export type HopEnd =
  | Exclude<ExchangeEnd, { kind: "refused" | "failed" }>
  | { readonly kind: "refused" | "failed"; readonly reason: string };

/** Sending these twice does what sending them once does. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);
const RETRY_DELAYS_MS: readonly number[] = [50, 200];

/**
 * One hop: judged, then sent to the first checked address that takes the connection. An idempotent request whose connection went
 * before any byte of an answer is judged and sent again, twice at most.
 */
export async function sendHop(line: Line, options: ExchangeOptions, rules: EgressRules): Promise<HopEnd> {
  const { request, deadline } = options;
  const attempts = {
    pools: line.pools,
    target: request.target,
    send: (pool: Pool) => exchange(pool, options),
    isUnsent: (end: ExchangeEnd) => end.kind === "failed" && end.lost && !end.sent,
  };
  for (let attempt = 0; ; attempt++) {
    const judged = await deadline.race(judgeTarget(request.target, rules, line.resolver));
    if ("ended" in judged) return { kind: "ended" };
    if (judged.value.kind !== "reachable") return judged.value;
    const { addresses } = judged.value;
    const end = (await tryAddresses({ ...attempts, addresses })) ?? NO_ADDRESS;
    if (end.kind !== "failed" || !end.lost) return end;
    line.resolver.forget(request.target.host);
    const delayMs = RETRY_DELAYS_MS[attempt];
    if (delayMs === undefined || !IDEMPOTENT.has(request.method)) return end;
    if (!(await deadline.sleep(delayMs))) return { kind: "ended" };
  }
}

const NO_ADDRESS: ExchangeEnd = {
  kind: "failed",
  reason: "no address was found for it",
  lost: false,
  sent: false,
};
