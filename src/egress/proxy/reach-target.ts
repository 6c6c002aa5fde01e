import type { Socket } from "node:net";
import { connectPinned } from "../address/connect-pinned.ts";
import { judgeTarget } from "../address/judge-target.ts";
import { matchHosts } from "../address/match-hosts.ts";
import type { EgressTarget } from "../address/parse-target.ts";
import type { HostResolver } from "../address/resolve-host.ts";
import type { EgressRules } from "../egress.ts";
import type { AttemptLog } from "./attempt-log.ts";

/** What one proxy judges with and keeps. */
export interface ProxyLine {
  readonly rules: EgressRules;
  readonly resolver: HostResolver;
  readonly attempts: AttemptLog;
  /** Every open one, to programs and to the outside. */
  readonly sockets: Set<Socket>;
  readonly idleMs: number;
}

export type ReachedTarget =
  | { readonly ok: true; readonly socket: Socket }
  /** `status`: what the program is answered. */
  | { readonly ok: false; readonly status: 403 | 502; readonly reason: string };

/** What entries without a port cover. */
const PORTS: readonly number[] = [80, 443];
const TRIED_ADDRESSES = 4;
const CONNECT_TIMEOUT_MS = 10_000;

/** Judges a target, notes the attempt, and connects to the first checked address that answers. Reasons name neither path nor query. */
export async function reachTarget(
  line: ProxyLine,
  target: Pick<EgressTarget, "host" | "port" | "isAddress">,
): Promise<ReachedTarget> {
  const { host, port } = target;
  const judged = await judgeTarget(target, line.rules, line.resolver, PORTS);
  line.attempts.add(host, port, judged.kind !== "refused");
  if (judged.kind !== "reachable") {
    return {
      ok: false,
      status: judged.kind === "refused" ? 403 : 502,
      reason: judged.reason + hintOf(target, line.rules),
    };
  }
  for (const address of judged.addresses.slice(0, TRIED_ADDRESSES)) {
    try {
      const socket = await connectPinned(address, port, CONNECT_TIMEOUT_MS, line.sockets);
      socket.setTimeout(line.idleMs, () => socket.destroy());
      return { ok: true, socket };
    } catch {
      line.resolver.forget(host);
    }
  }
  return { ok: false, status: 502, reason: "none of its addresses could be connected to" };
}

/** The program prints it, and whoever reads that can do something about it. */
function hintOf({ host, port }: Pick<EgressTarget, "host" | "port">, { hosts }: EgressRules): string {
  if (hosts === null || matchHosts(host, port, hosts, PORTS)) return "";
  return "; a person can add it to `network` of the tool's `[sandbox]`, or of its row of `[[sandbox.tools]]`";
}
