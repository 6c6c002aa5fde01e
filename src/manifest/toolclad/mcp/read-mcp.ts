import { findForbiddenCharacter } from "../../../params/characters.ts";
import { showText } from "../../../text/show-text.ts";
import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import { field, required } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { readArgs } from "../read-args.ts";
import type { FileTable } from "../shape.ts";
import { toDeclaredNames } from "../tool/declared-names.ts";
import { readToolOutput } from "../tool/read-tool-output.ts";
import { toDraft } from "../tool/to-draft.ts";
import type { ToolHeader } from "../tool/tool-header.ts";
import { readFieldMap } from "./read-field-map.ts";

/** The keys of `[mcp]`. */
export const MCP_SHAPE: {
  readonly server: Field<string>;
  readonly tool: Field<string>;
  readonly field_map: Field<TableSource>;
} = {
  server: required(field.string(), "Name a server of [mcp.servers] in the configuration."),
  tool: required(field.string(), "Name the tool as the server calls it."),
  field_map: field.table(),
};

/** Reads a tool that forwards its checked arguments to a tool of an upstream MCP server. */
export function readMcp(
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const params = readArgs(file.args, log, options);
  const output = readToolOutput(file, "expected", log, options);
  if (file.mcp === undefined) return [];
  const { server = "", tool = "", field_map } = readTable(file.mcp, MCP_SHAPE, log);
  if (server !== "" || file.mcp.table["server"] === "") checkServer(server, log);
  if (tool !== "" || file.mcp.table["tool"] === "") checkTool(tool, log);
  const fieldMap = readFieldMap(field_map, toDeclaredNames(file.args), log);
  return [
    { draft: toDraft(header, { params, backend: { kind: "mcp", server, tool, fieldMap }, output }), place: null },
  ];
}

function checkServer(server: string, log: IssueLog): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(server)) return;
  const message = `"${showText(server)}" cannot be the name of a server`;
  const hint = "Use 1 to 64 of A-Z a-z 0-9 _ . -: the caller never chooses it.";
  addError(log, "bad-name", { path: ["mcp", "server"], part: "value" }, message, hint);
}

/** Servers choose the names of their tools, so only what could not be a name is refused. */
function checkTool(tool: string, log: IssueLog): void {
  const fits = tool.trim() !== "" && tool.length <= 128 && !/[\s{}]/.test(tool);
  if (fits && findForbiddenCharacter(tool, false) === null) return;
  const message = `"${showText(tool)}" cannot be the name of an upstream tool`;
  const hint = "Write it as the server lists it, without placeholders: the caller never chooses it.";
  addError(log, "bad-name", { path: ["mcp", "tool"], part: "value" }, message, hint);
}
