import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toBeginning, toPrefix } from "./to-tool-name.ts";

type Named = Pick<McpServer, "name" | "prefix">;

/**
 * The server that a tool name belongs to by its beginning, where that is not the one whose tool it is: rules such as
 * `mcp_docs__*` name a server by it. `null`: it may have the name. Also kept are the names by which resources and prompts are
 * asked for, its own ones, too.
 */
export function findNameOwner(name: string, own: Named, servers: readonly Named[]): string | null {
  const ownLength = toBeginning(own.prefix).length;
  const isKept = (beginning: string): boolean => beginning.length > ownLength && name.startsWith(beginning);
  const owner = servers.find((one) => isKept(toBeginning(one.prefix)) || isKept(`${toPrefix(one.name)}.`));
  return owner?.name ?? null;
}
