import { stringify } from "smol-toml";
import type { McpServerData } from "../../config/mcp/mcp-server.ts";
import { isBelow, listEntries } from "./list-entries.ts";

/**
 * Adds `[mcp.servers.NAME]` tables at the end of a `toolgate.toml`; everything that stands there stays as it is.
 * Tables named in `replaced` are taken out first.
 */
export function addServers(
  text: string,
  servers: readonly (readonly [name: string, server: McpServerData])[],
  replaced: readonly string[],
): string {
  const kept = replaced.reduce(removeTables, text);
  const blocks = servers.map(([name, server]) => stringify({ mcp: { servers: { [name]: server } } }));
  return appendText(kept, blocks.join("\n"));
}

/** Where a text goes on after a blank line. */
export function appendText(text: string, added: string): string {
  if (added === "") return text;
  const lineEnd = text === "" || text.endsWith("\n") ? "" : "\n";
  const addedInStyle = text.includes("\r\n") ? added.replaceAll("\n", "\r\n") : added;
  return `${text}${lineEnd}${text === "" ? "" : "\n"}${addedInStyle}`;
}

function removeTables(text: string, name: string): string {
  const { tables } = listEntries(text);
  const own = tables.filter(({ path }) => isBelow(path, ["mcp", "servers", name])).toReversed();
  return own.reduce((rest, { start, end }) => {
    // The blank line before a table goes with it.
    const before = rest.slice(0, start).replace(/(^|\n)\r?\n$/, "$1");
    return `${before}${rest.slice(end).replace(/^[^\S\n]*\r?\n/, "")}`;
  }, text);
}

/** The servers that a text declares as tables of their own, which can be taken out whole. */
export function listServerTables(text: string): readonly string[] {
  const { tables } = listEntries(text);
  return tables.flatMap(({ path }) => (path.length === 3 && isBelow(path, ["mcp", "servers"]) ? (path[2] ?? []) : []));
}
