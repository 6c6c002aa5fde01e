import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { isTable } from "../../toml/toml-document.ts";

/** More tools than this no model can choose among; each may cost the compilation of patterns. */
const MAX_COMMANDS = 100;
const MAX_ARGS = 300;

/** Reports too many commands, or too many arguments of all of them, and tells whether they are few enough to be read. */
export function checkCommandCount({ table, path }: TableSource, log: IssueLog): boolean {
  const commands = Object.values(table);
  const args = commands.map((command) => (isTable(command) && isTable(command["args"]) ? command["args"] : {}));
  const total = args.reduce((sum, own) => sum + Object.keys(own).length, 0);
  if (commands.length <= MAX_COMMANDS && total <= MAX_ARGS) return true;
  const message = `${commands.length} commands with ${total} arguments are declared; at most ${MAX_COMMANDS} with ${MAX_ARGS} are read`;
  addError(log, "too-many-entries", { path, part: "key" }, message, "Make several files of it.");
  return false;
}
