import type { BrowserProgram } from "../../../model/backend.ts";
import type { OutputSpec } from "../../../model/tool.ts";
import { findNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { checkShownText } from "../../checks/check-shown-text.ts";
import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning, isFull } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import { checkCommandCount } from "../tool/check-command-count.ts";
import { checkCommandName, toCommandPart } from "../tool/command-part.ts";
import { toDraft } from "../tool/to-draft.ts";
import type { ToolHeader } from "../tool/tool-header.ts";
import { COMMAND_SHAPE } from "./browser-shape.ts";
import type { BrowserTable } from "./browser-shape.ts";
import { KNOWN_COMMANDS } from "./known-commands.ts";
import type { KnownCommand } from "./known-commands.ts";
import { readCommandArgs } from "./read-command-args.ts";
import { choice } from "./standard-params.ts";

interface Shared {
  readonly header: ToolHeader;
  readonly browser: BrowserProgram;
  readonly output: OutputSpec;
}

/** Reads every `[browser.commands.NAME]`, and adds `login` when the author only says how it is done. */
export function readBrowserCommands(
  read: BrowserTable,
  shared: Shared,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const flows = Object.keys(read.auth_flows?.table ?? {});
  const { commands } = read;
  if (commands !== undefined && !checkCommandCount(commands, log)) return [];
  if (commands !== undefined && Object.keys(commands.table).length === 0 && flows.length === 0) {
    const hint = "Add a table like [browser.commands.navigate].";
    const place = { path: commands.path, part: "key" } as const;
    addError(log, "empty-list", place, "the browser has no commands, so it offers nothing", hint);
  }
  const drafts = Object.keys(commands?.table ?? {}).flatMap((name) => {
    const path = ["browser", "commands", name];
    const table = commands?.table[name];
    if (isFull(log) || !checkCommandName(name, shared.header, path, log)) return [];
    if (isTable(table)) return readCommand(name, { table, path }, { ...shared, flows }, log, options) ?? [];
    reportType("a table", table ?? "", path, log);
    return [];
  });
  if (flows.length === 0 || commands?.table["login"] !== undefined) return drafts;
  const path = ["browser", "auth_flows"];
  if (!checkCommandName("login", shared.header, path, log)) return drafts;
  return [...drafts, readCommand("login", { table: {}, path }, { ...shared, flows }, log, options) ?? []].flat();
}

function readCommand(
  name: string,
  source: TableSource,
  { header, browser, output, flows }: Shared & { readonly flows: readonly string[] },
  log: IssueLog,
  options: ManifestOptions,
): PlacedDraft | null {
  const known = findKnown(name, flows, source.path, log);
  if (known === null) return null;
  const read = readTable(source, COMMAND_SHAPE, log);
  checkShownText(source, ["description"], log);
  warnUnasked(name, read.human_approval, source.path, log);
  const params = readCommandArgs(read.args, known.params, { name, path: source.path }, log, options);
  const command = toCommandPart(name, read, header, {
    description: known.description,
    riskTier: known.riskTier,
    humanApproval: known.humanApproval,
  });
  const draft = toDraft(header, { params, backend: { kind: "browser", browser, command: name }, output, command });
  return { draft, place: { path: source.path, part: "key" } };
}

function findKnown(name: string, flows: readonly string[], path: TomlPath, log: IssueLog): KnownCommand | null {
  const place = { path, part: "key" } as const;
  const known = KNOWN_COMMANDS.get(name);
  if (known === undefined) {
    const nearest = findNearest(name, KNOWN_COMMANDS.keys());
    const suggestion = nearest === null ? "" : `, did you mean \`${nearest}\`?`;
    const message = `a browser has no command \`${showText(name)}\`${suggestion}`;
    addError(log, "unknown-command", place, message, `Known: ${[...KNOWN_COMMANDS.keys()].join(", ")}.`);
    return null;
  }
  if (name !== "login") return known;
  if (flows.length > 0) return { ...known, params: [choice("service", flows, "Where to log in.")] };
  const message = "`login` needs to know how: there are no [browser.auth_flows]";
  addError(log, "missing-key", place, message, "Add a table like [browser.auth_flows.crm].");
  return null;
}

function warnUnasked(name: string, humanApproval: boolean | undefined, path: TomlPath, log: IssueLog): void {
  if (name !== "execute_js" || humanApproval !== false) return;
  const message = "`execute_js` can do anything that the page can, and nobody is asked";
  const place = { path: [...path, "human_approval"], part: "value" } as const;
  addWarning(log, "unasked", place, message, "Delete the line: a human is then asked before every call.");
}
