import type { OutputSpec } from "../../../model/tool.ts";
import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readArgs } from "../read-args.ts";
import { readCommand } from "../read-command.ts";
import { readOutput } from "../read-output.ts";
import type { FileTable } from "../shape.ts";
import { toShape } from "./read-tool-output.ts";
import { toDeclaredNames } from "./declared-names.ts";
import { toDraft } from "./to-draft.ts";
import type { ToolHeader } from "./tool-header.ts";

/** A handler's value is passed on as it is when the file says nothing about it. */
const VALUE: OutputSpec = { shape: "value", parser: "json", schema: null };

/** Reads a tool that the embedding program runs itself: its arguments are checked, its work is a handler's. */
export function readCallback(
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const params = readArgs(file.args, log, options);
  if (file.command !== undefined) {
    // A command that is only there as documentation need not use every argument.
    const own: IssueLog = { found: [] };
    readCommand(file.command, params, toDeclaredNames(file.args), own, header);
    log.found.push(...own.found.filter(({ code }) => code !== "unused-param"));
  }
  const output = file.output === undefined ? VALUE : toShape(readOutput(file.output, log, options));
  return [{ draft: toDraft(header, { params, backend: { kind: "handler" }, output }), place: null }];
}
