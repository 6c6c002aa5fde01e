import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toBeginning } from "../../mcp-bridge/import/to-tool-name.ts";
import type { PolicyTool } from "../../policy/policy.ts";
import { toAliases } from "../../registry/aliases.ts";
import { toServerGroup } from "../../registry/groups/group-members.ts";
import type { Gate } from "../gate.ts";

/**
 * The configured server that a tool of this name would be of, while nobody has seen what it offers. `null`: there is none
 * that this caller may know of. Judged is the name alone, as one of a tool that could be there.
 *
 * @param isListed whether the caller would be shown a tool
 */
export function findUnseenServer(
  name: string,
  isListed: (tool: PolicyTool) => boolean,
  { config, upstream }: Pick<Gate, "config" | "upstream">,
): string | null {
  const found = findOwner(name, config.mcpServers);
  if (found === null || !upstream.has(found.name)) return null;
  const tool = name.slice(toBeginning(found.prefix).length);
  const wouldBe: PolicyTool = {
    name,
    aliases: toAliases(name),
    layer: found.layer,
    effect: "write",
    humanApproval: false,
    groups: ["mcp", toServerGroup(found.name)],
    upstream: { server: found.name, tool },
  };
  if (!isListed(wouldBe)) return null;
  const isSeen = upstream.servers().some(({ server, pins }) => server.name === found.name && pins.size > 0);
  // What its filters leave out is no tool of it.
  return isSeen || upstream.withheld(found.name, tool) !== null ? null : found.name;
}

/** The longest prefix counts. A server without one could have a tool of any name, which says nothing. */
function findOwner(name: string, servers: readonly McpServer[]): McpServer | null {
  const isOf = ({ prefix }: McpServer): boolean => {
    const beginning = toBeginning(prefix);
    return beginning !== "" && name.startsWith(beginning) && name !== beginning;
  };
  const found = servers.filter(isOf).toSorted((one, other) => other.prefix.length - one.prefix.length);
  return found[0] ?? null;
}
