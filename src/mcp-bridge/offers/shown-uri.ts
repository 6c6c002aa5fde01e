import type { McpServer } from "../../config/mcp/mcp-server.ts";

type Named = Pick<McpServer, "name" | "prefix">;

/**
 * A URI, or URI template, of an upstream server as clients see it: `toolgate://mcp/SERVER/` and the server's own, so that two
 * servers never share one; of a server without a prefix, its own alone.
 */
export function toShownUri({ name, prefix }: Named, uri: string): string {
  return prefix === "" ? uri : `${before(name)}${uri}`;
}

/** The server's own URI again; `null`: it is not shown like one of this server. */
export function fromShownUri({ name, prefix }: Named, shown: string): string | null {
  if (prefix === "") return shown;
  return shown.startsWith(before(name)) ? shown.slice(before(name).length) : null;
}

function before(name: string): string {
  return `toolgate://mcp/${encodeURIComponent(name)}/`;
}
