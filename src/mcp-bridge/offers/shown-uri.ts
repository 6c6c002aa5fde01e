import type { McpServer } from "../../config/mcp/mcp-server.ts";

const WEB = /^https?:/i;
/** Of addresses that nobody else's may look like. */
const OWN_SCHEME = /^toolgate:/i;

type Named = Pick<McpServer, "name" | "prefix">;

/**
 * A URI, or URI template, of an upstream server as clients see it: `toolgate://mcp/SERVER/` and the server's own, so that two
 * servers never share one; of a server without a prefix, its own alone.
 */
export function toShownUri({ name, prefix }: Named, uri: string): string {
  return prefix === "" ? uri : `${before(name)}${uri}`;
}

/**
 * The same for an address in a result, which may be any: one on the web stays, for clients fetch those by themselves, and no
 * server says anything about an address of Toolgate.
 */
export function toLinkedUri(server: Named, uri: string): string {
  if (uri === "" || WEB.test(uri)) return uri;
  return OWN_SCHEME.test(uri) ? `${before(server.name)}${uri}` : toShownUri(server, uri);
}

/** The server's own URI again; `null`: it is not shown like one of this server. */
export function fromShownUri({ name, prefix }: Named, shown: string): string | null {
  if (prefix === "") return shown;
  return shown.startsWith(before(name)) ? shown.slice(before(name).length) : null;
}

function before(name: string): string {
  return `toolgate://mcp/${encodeURIComponent(name)}/`;
}
