import { addServers, listServerTables } from "../../import/config/add-servers.ts";
import type { Dropped } from "../../import/import-result.ts";
import { convertServers } from "../../import/mcp-clients/convert-servers.ts";
import type { Cli } from "../cli.ts";
import type { Source } from "./open-source.ts";
import type { ImportContext, ImportReport } from "./report.ts";
import { findConfigFile, toShownPath } from "./target.ts";
import { readConfigText, writeConfigText } from "./write-config.ts";

/** Servers of an MCP client's file become tables of `toolgate.toml`. */
export function importServers(cli: Cli, { document, name: source }: Source, context: ImportContext): ImportReport {
  const converted = convertServers(document);
  const config = readConfigText(findConfigFile(cli, context));
  const present = Object.keys(config.data.mcp?.servers ?? {});
  const replaceable = context.force ? listServerTables(config.text) : [];
  const dropped: Dropped[] = [...converted.dropped];
  const servers = converted.servers.filter(([name]) => {
    if (!present.includes(name) || replaceable.includes(name)) return true;
    const reason = `[mcp.servers.${name}] is there already`;
    const hint = context.force ? "it is not a table of its own: edit it by hand" : "--force replaces it";
    dropped.push({ source: name, what: "the server", reason, hint });
    return false;
  });
  const failed = servers.length === 0 || servers.length < converted.servers.length;
  if (servers.length === 0) return { written: [], dropped, issues: [], failed };
  const names = servers.map(([name]) => name);
  writeConfigText(
    config,
    addServers(
      config.text,
      servers,
      names.filter((name) => present.includes(name)),
    ),
    context.dryRun,
  );
  const action = config.isNew ? "created" : "added to";
  const written = [{ file: toShownPath(cli.cwd, config.file), action, what: names, from: source } as const];
  return { written, dropped, issues: [], failed };
}
