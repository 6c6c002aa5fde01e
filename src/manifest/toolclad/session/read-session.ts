import type { SessionProgram } from "../../../model/backend.ts";
import type { OutputSpec } from "../../../model/tool.ts";
import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, isFull } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { FileTable } from "../shape.ts";
import { checkCommandCount } from "../tool/check-command-count.ts";
import { checkCommandName } from "../tool/command-part.ts";
import { checkNoSharedArgs } from "../tool/check-no-shared-args.ts";
import { checkBinary } from "../tool/read-one-shot.ts";
import { readToolOutput } from "../tool/read-tool-output.ts";
import { toDraft } from "../tool/to-draft.ts";
import type { ToolHeader } from "../tool/tool-header.ts";
import { readProgram } from "./read-program.ts";
import { readSessionCommand } from "./read-session-command.ts";
import { SESSION_SHAPE } from "./session-shape.ts";

/** Reads an interactive program: one tool for each line that may be typed into it. */
export function readSession(
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  checkNoSharedArgs(file, "session", log);
  const output = readToolOutput(file, "expected", log, options);
  if (file.session === undefined) return [];
  const read = readTable(file.session, SESSION_SHAPE, log);
  const program = readProgram(read, log);
  checkBinary(header.binary, program?.binary ?? "", log);
  return readCommands(read.commands, { header, program, output }, log, options);
}

interface Shared {
  readonly header: ToolHeader;
  readonly program: SessionProgram | null;
  readonly output: OutputSpec;
}

function readCommands(
  source: TableSource | undefined,
  { header, program, output }: Shared,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  if (source === undefined || !checkCommandCount(source, log)) return [];
  const names = Object.keys(source.table);
  if (names.length === 0) {
    const hint = "Add a table like [session.commands.list] with a `pattern`.";
    addError(
      log,
      "empty-list",
      { path: source.path, part: "key" },
      "the session has no commands, so it offers nothing",
      hint,
    );
  }
  return names.flatMap((name) => {
    const path = [...source.path, name];
    const table = source.table[name];
    if (isFull(log) || !checkCommandName(name, header, path, log)) return [];
    if (!isTable(table)) {
      reportType("a table with a `pattern`", table ?? "", path, log);
      return [];
    }
    const sanitize = program?.inputSanitize ?? [];
    const command = readSessionCommand({ table, path }, { name, header, sanitize }, log, options);
    if (command === null || program === null) return [];
    const { params, part, own } = command;
    const backend = { kind: "session", program, command: name, ...own } as const;
    const draft = toDraft(header, { params, backend, output, command: part, maxOutputBytes: program.outputMaxBytes });
    return [{ draft, place: { path, part: "key" } as const }];
  });
}
