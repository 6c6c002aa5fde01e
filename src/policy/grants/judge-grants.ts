import type { Caller } from "../../model/caller.ts";
import { showText } from "../../text/show-text.ts";
import type { Policy, PolicyAnswer, PolicyRequest, PolicyTool } from "../policy.ts";
import { matchName } from "../rules/match-name.ts";
import type { ServerAccess, ServerGrant } from "./server-access.ts";

/**
 * Whether the caller may use a tool of an upstream server at all. Grants never allow a call, they only deny: the server is
 * off, a grant is missing, or one that there is does not cover the tool. Every reason is given.
 *
 * @param now milliseconds since 1970
 */
export function judgeGrants({ tool, caller }: PolicyRequest, policy: Policy, now: number): readonly PolicyAnswer[] {
  if (tool.upstream == null) return [];
  const reasons = compileGrants(caller, policy, now)(tool);
  return reasons.map((reason) => ({ source: "grants", verdict: "deny", code: "DENIED_BY_GRANT", reason }));
}

/** Why tools of upstream servers are kept from one caller, ready to be asked for many of them; nothing for what it may use. */
export function compileGrants(
  caller: Caller,
  { access }: Policy,
  now: number,
): (tool: PolicyTool) => readonly string[] {
  if (access === undefined) return () => NO_REASONS;
  const at = Math.max(now, access.asOf ?? now);
  const own = access.grants.filter((grant) => isFor(grant, caller));
  return ({ upstream }) => {
    if (upstream == null) return NO_REASONS;
    const { server, tool } = upstream;
    const grants = own.filter((grant) => grant.server === server);
    const denied = grants.flatMap((grant) => findDenial(grant, tool, at) ?? []);
    return [...judgeServer(server, grants, access), ...denied];
  };
}

/** Whether a grant is about the caller. Names are compared as they are. */
export function isFor({ subject }: Pick<ServerGrant, "subject">, { agent, principal }: Caller): boolean {
  return subject.name === (subject.kind === "agent" ? agent : principal);
}

const NO_REASONS: readonly string[] = [];

function judgeServer(name: string, own: readonly ServerGrant[], { servers }: ServerAccess): readonly string[] {
  const server = servers.get(name);
  if (server === undefined) return [`no MCP server named \`${showText(name)}\` is configured`];
  if (!server.enabled) return [`the MCP server \`${showText(name)}\` is switched off (\`enabled = false\`)`];
  if (!server.needsGrant || own.some(({ subject }) => subject.kind === "agent")) return NO_REASONS;
  return [
    `the MCP server \`${showText(name)}\` is for agents with a grant (\`access = "granted"\`), and this agent has none`,
  ];
}

/** A grant that is over still stands there, and denies: time must not give back what it kept from somebody. */
function findDenial(grant: ServerGrant, tool: string, at: number): string | null {
  const name = describeGrant(grant);
  if (!grant.enabled) return `${name} is switched off`;
  if (grant.expiresAt !== null && !(at < Date.parse(grant.expiresAt))) return `${name} ended at ${grant.expiresAt}`;
  const denying = grant.toolDeny.find((pattern) => matchName(pattern, tool));
  const shown = showText(tool, MAX_NAME);
  if (denying !== undefined) return `${name} denies its tool \`${shown}\` (tool_deny \`${showText(denying)}\`)`;
  const isCovered = grant.toolAllow.length === 0 || grant.toolAllow.some((pattern) => matchName(pattern, tool));
  return isCovered ? null : `${name} does not cover its tool \`${shown}\` (tool_allow)`;
}

const MAX_NAME = 128;

function describeGrant({ id, server, subject }: ServerGrant): string {
  return `grant ${id.slice(0, 8)} of the MCP server \`${showText(server)}\` to ${subject.kind} \`${showText(subject.name)}\``;
}
