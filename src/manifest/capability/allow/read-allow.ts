import type { CapabilityBackend } from "../../../model/backend.ts";
import { showText } from "../../../text/show-text.ts";
import type { CapabilityCeiling } from "../../manifest.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { checkToolName } from "../../tool-name.ts";
import { ALLOW_SHAPE } from "../shape.ts";
import { applyNetCeiling } from "./check-ceiling.ts";
import { readCommands } from "./read-commands.ts";
import { readNet } from "./read-net.ts";

/** Reads `allow`: what the handler may reach. Everything that is not declared is denied, but for public hosts. */
export function readAllow(
  source: TableSource,
  ceiling: CapabilityCeiling,
  log: IssueLog,
): Pick<CapabilityBackend, "commands" | "net" | "tools"> {
  const read = readTable(source, ALLOW_SHAPE, log);
  const { path } = source;
  if (read.commands !== undefined && read.exec !== undefined) {
    const place = { path: [...path, "exec"], part: "key" } as const;
    addError(log, "two-spellings", place, "`commands` and `exec` are one key", "Keep one of them.");
  }
  const commands = readCommands(read.commands ?? read.exec, ceiling, log);
  const netPath = [...path, "net"];
  const declared = readNet(read.net, netPath, log);
  const net = applyNetCeiling(declared, ceiling, netPath, log);
  if (net?.length === 0) {
    const hint = 'List the hosts under `allow.net`, or write `net: "none"`.';
    addWarning(log, "open-net", { path: netPath, part: "key" }, "the handler may reach any public host", hint);
  }
  const tools = read.tools ?? [];
  for (const [index, name] of tools.entries()) {
    const place = { path: [...path, "tools", index], part: "value" } as const;
    checkToolName(name, place, log);
    if (tools.indexOf(name) < index) addError(log, "duplicate-value", place, `\`${showText(name)}\` is listed twice`);
  }
  return { commands, net, tools };
}
