import { isIPv4 } from "node:net";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import type { McpServerData } from "../mcp/mcp-server.ts";
import type { IssuerData } from "../server/server-auth.ts";
import { listTelemetrySettings } from "../telemetry/list-telemetry-settings.ts";
import { listExecutingSettings } from "./list-executing-settings.ts";

/** A key of `toolgate.toml` that widens what would hold without it, or takes the place of what a person set. */
export interface TrustedSetting {
  /** Such as `server.host`. */
  readonly key: string;
  readonly value: string | number | boolean;
}

type Candidate = readonly [key: string, value: TrustedSetting["value"] | undefined, isHarmless: boolean];

/** What a project sets beside rules, mode, roots and targets. Left out: what only restricts, and plain defaults. */
export function listSettings(data: ConfigData): readonly TrustedSetting[] {
  const { server, scope, permissions, approvals, policy, cedar, limits, audit, packs, mcp } = data;
  const { host, port, auth } = server ?? {};
  const timeout = permissions?.approval_timeout_seconds;
  const candidates: readonly Candidate[] = [
    ["server.host", host, host !== undefined && isLoopback(host)],
    ["server.port", port, port === DEFAULTS.port],
    ["server.auth.resource", auth?.resource, false],
    ...(auth?.issuers ?? []).map(
      (issuer) => [`server.auth.issuers.${issuer.issuer}`, describeIssuer(issuer), false] as const,
    ),
    ["scope.required", scope?.required, scope?.required === true],
    ["permissions.approval_timeout_seconds", timeout, timeout === DEFAULTS.approvalTimeoutSeconds],
    ["approvals.elicit_form", approvals?.elicit_form, approvals?.elicit_form === false],
    ["limits.max_argument_bytes", limits?.max_argument_bytes, isAtMost(limits?.max_argument_bytes, "maxArgumentBytes")],
    [
      "limits.max_concurrent_calls",
      limits?.max_concurrent_calls,
      isAtMost(limits?.max_concurrent_calls, "maxConcurrentCalls"),
    ],
    ["limits.drain_seconds", limits?.drain_seconds, limits?.drain_seconds === DEFAULTS.drainSeconds],
    ["packs.fs", packs?.fs, packs?.fs === false],
    ["packs.shell", packs?.shell, packs?.shell === false],
    // Permits may hang on it.
    ["cedar.environment", cedar?.environment, false],
    ...listVisibility(policy),
    // The default, but perhaps less than what a person asked for.
    ["audit.durability", audit?.durability, audit?.durability === "fsync"],
    ...Object.entries(mcp?.servers ?? {}).map(
      ([name, server]) => [`mcp.servers.${name}`, describeServer(server), false] as const,
    ),
  ];
  const set = candidates.flatMap(([key, value, isHarmless]) =>
    value === undefined || isHarmless ? [] : [{ key, value }],
  );
  return [...set, ...listExecutingSettings(data), ...listTelemetrySettings(data)];
}

/** What stands in the place of what a person may have set, or brings tools back. */
function listVisibility(policy: ConfigData["policy"]): readonly Candidate[] {
  const alsoAllowed = (key: string, entries: readonly string[] | undefined): readonly Candidate[] =>
    entries === undefined || entries.length === 0 ? [] : [[key, entries.join(", "), false]];
  return [
    ...alsoAllowed("policy.also_allow", policy?.also_allow),
    ...Object.entries(policy?.agents ?? {}).flatMap(([name, agent]): readonly Candidate[] => [
      [`policy.agents.${name}.mode`, agent.mode, false],
      ...alsoAllowed(`policy.agents.${name}.also_allow`, agent.also_allow),
    ]),
  ];
}

/** Whom its tokens may speak for, and what they may make of somebody. */
function describeIssuer({
  audience,
  principal_claim: claim,
  principal_prefix: prefix,
  agent_claim: agentClaim,
  agent_prefix: agentPrefix,
  agents = {},
  roles = {},
}: IssuerData): string {
  const mapped = Object.entries(roles).map(([value, given]) => `${value} is ${given.join(", ")}`);
  return [
    "may say who calls",
    ...(audience === undefined ? [] : [`for ${audience}`]),
    ...(claim === undefined ? [] : [`by ${claim}`]),
    ...(prefix === undefined ? [] : [`as ${JSON.stringify(prefix)}…`]),
    ...(agentClaim === undefined ? [] : [`its agents by ${agentClaim}`]),
    ...(agentPrefix === undefined ? [] : [`its agents as ${JSON.stringify(agentPrefix)}…`]),
    ...Object.entries(agents).map(([name, ours]) => `its agent ${JSON.stringify(name)} is ${JSON.stringify(ours)}`),
    ...mapped,
  ].join("; ");
}

/** The command line or address; what is sent along is named, not shown. */
function describeServer({ command, url, args = [], env = {}, headers = {}, sandbox, ...asks }: McpServerData): string {
  const names = [...Object.keys(env), ...Object.keys(headers)];
  const target = command === undefined ? (url ?? "") : quoteArguments([command, ...args]);
  const given = names.length === 0 ? target : `${target} with ${names.join(", ")}`;
  const confined = sandbox === undefined ? given : `${given} confined as ${JSON.stringify(sandbox)}`;
  const asked = (["sampling", "roots"] as const).filter((what) => asks[what] === true);
  return asked.length === 0 ? confined : `${confined}; may ask clients for ${asked.join(" and ")}`;
}

/** Words apart, so that no argument passes for two. */
function quoteArguments(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@=+-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

function isAtMost(value: number | undefined, limit: "maxArgumentBytes" | "maxConcurrentCalls"): boolean {
  return value !== undefined && value <= DEFAULTS[limit];
}
