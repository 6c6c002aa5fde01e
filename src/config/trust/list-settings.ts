import { isIPv4 } from "node:net";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/config-data.ts";

/** A key of `toolgate.toml` that widens what would hold without it, or takes the place of what a person set. */
export interface TrustedSetting {
  /** Such as `server.host`. */
  readonly key: string;
  readonly value: string | number | boolean;
}

/** What a project sets beside rules, mode, roots and targets. Left out: what only restricts, and plain defaults. */
export function listSettings({
  server,
  scope,
  permissions,
  limits,
  audit,
  packs,
}: ConfigData): readonly TrustedSetting[] {
  const { host, port } = server ?? {};
  const timeout = permissions?.approval_timeout_seconds;
  const candidates: readonly (readonly [string, TrustedSetting["value"] | undefined, isHarmless: boolean])[] = [
    ["server.host", host, host !== undefined && isLoopback(host)],
    ["server.port", port, port === DEFAULTS.port],
    ["scope.required", scope?.required, scope?.required === true],
    ["permissions.approval_timeout_seconds", timeout, timeout === DEFAULTS.approvalTimeoutSeconds],
    ["limits.max_argument_bytes", limits?.max_argument_bytes, isAtMost(limits?.max_argument_bytes, "maxArgumentBytes")],
    [
      "limits.max_concurrent_calls",
      limits?.max_concurrent_calls,
      isAtMost(limits?.max_concurrent_calls, "maxConcurrentCalls"),
    ],
    ["limits.drain_seconds", limits?.drain_seconds, limits?.drain_seconds === DEFAULTS.drainSeconds],
    ["packs.fs", packs?.fs, packs?.fs === false],
    // The default, but perhaps less than what a person asked for.
    ["audit.durability", audit?.durability, audit?.durability === "fsync"],
  ];
  return candidates.flatMap(([key, value, isHarmless]) => (value === undefined || isHarmless ? [] : [{ key, value }]));
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

function isAtMost(value: number | undefined, limit: "maxArgumentBytes" | "maxConcurrentCalls"): boolean {
  return value !== undefined && value <= DEFAULTS[limit];
}
