import type { McpServerData } from "../../config/mcp/mcp-server.ts";
import type { JsonValue } from "../../model/json.ts";
import { matchToolName } from "../../manifest/tool-name.ts";
import type { Dropped } from "../import-result.ts";
import { convertServer } from "./convert-server.ts";
import { listServers } from "./list-servers.ts";

export interface ConvertedServers {
  readonly servers: readonly (readonly [name: string, server: McpServerData])[];
  readonly dropped: readonly Dropped[];
}

/** `[mcp.servers.NAME]` tables of what a client's file says. @throws ImportError when it names no server */
export function convertServers(document: JsonValue): ConvertedServers {
  const { servers, dropped: skipped } = listServers(document);
  const made: (readonly [string, McpServerData])[] = [];
  const dropped: Dropped[] = [...skipped];
  for (const [given, server] of servers) {
    const name = toServerName(given);
    if (name === null || made.some(([other]) => other === name)) {
      const reason = name === null ? "a server cannot be called so" : "another server of the file has this name";
      dropped.push({ source: given, what: "the server", reason, hint: "rename it in the file, then import again" });
      continue;
    }
    const converted = convertServer(name, server);
    if (converted.server !== null) made.push([name, converted.server]);
    if (converted.server !== null && name !== given) dropped.push(toRenamed(given, name));
    dropped.push(...converted.dropped);
  }
  return { servers: made, dropped };
}

function toServerName(given: string): string | null {
  const name = given.trim().replace(/[^A-Za-z0-9_.-]+/g, "_");
  return matchToolName(name) ? name : null;
}

function toRenamed(given: string, name: string): Dropped {
  return { source: given, what: "its name", reason: `the server is called ${name} here`, hint: null };
}
