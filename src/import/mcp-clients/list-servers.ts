import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { objectAt, own } from "../document/members.ts";
import { ImportError } from "../import-result.ts";
import type { Dropped } from "../import-result.ts";

export interface ClientServers {
  readonly servers: readonly (readonly [name: string, server: JsonObject])[];
  readonly dropped: readonly Dropped[];
}

/** The members in which clients keep their servers. */
const TABLES = ["mcpServers", "servers", "mcp_servers"] as const;

/**
 * The servers of a client's file: Claude Code, Cursor and Gemini have `mcpServers`, VS Code `servers` (in settings below
 * `mcp`), Codex `mcp_servers`. @throws ImportError when there is none
 */
export function listServers(document: JsonValue): ClientServers {
  const top = toObject(document);
  const roots = [top, objectAt(top, "mcp")];
  const found = roots.flatMap((root) => TABLES.map((table) => own(root, table)).filter(isObject));
  const dropped: Dropped[] = listElsewhere(top);
  const servers = found.flatMap((table) =>
    Object.entries(table).flatMap(([name, server]): readonly (readonly [string, JsonObject])[] => {
      if (isObject(server)) return [[name, server]];
      dropped.push({ source: name, what: "the server", reason: "it is not described by an object", hint: null });
      return [];
    }),
  );
  if (servers.length + dropped.length === 0) {
    throw new ImportError(
      "no MCP server stands in this file",
      "It should have `mcpServers`, `servers` or [mcp_servers.NAME].",
    );
  }
  return { servers, dropped };
}

/** `~/.claude.json` also has servers of single projects, which would hold everywhere here. */
function listElsewhere(top: JsonObject): Dropped[] {
  return Object.entries(objectAt(top, "projects")).flatMap(([folder, project]) => {
    const names = isObject(project) ? Object.keys(objectAt(project, "mcpServers")) : [];
    const hint = "put them into a file of their own and import that in the folder of the project";
    return names.length === 0
      ? []
      : [{ source: folder, what: `the servers ${names.join(", ")}`, reason: "they are for that folder alone", hint }];
  });
}

/** Whether a document is the file of an MCP client. */
export function hasServers(top: JsonObject): boolean {
  return [top, objectAt(top, "mcp")].some((root) =>
    TABLES.some((table) => {
      const servers = own(root, table);
      return isObject(servers) && Object.values(servers).every(isObject);
    }),
  );
}
