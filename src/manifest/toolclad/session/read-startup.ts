import { splitTemplate } from "../../../template/split-template.ts";
import { showText } from "../../../text/show-text.ts";
import { checkProgram } from "../../checks/check-program.ts";
import { field, reportType } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place, TomlPath, TomlValue } from "../../toml/toml-document.ts";

const MAX_WORDS = 1000;

interface Startup {
  readonly binary: string;
  readonly args: readonly string[];
}

/**
 * Reads `startup_command`: a line that is cut into words as a command template is, or a list with one argument in each
 * entry. No shell reads it, so what only a shell understands is refused. `null` after an error was reported.
 */
export function readStartup(value: TomlValue, path: TomlPath, log: IssueLog): Startup | null {
  const place = { path, part: "value" } as const;
  const words = typeof value === "string" ? splitLine(value, place, log) : readList(value, path, log);
  if (words === null) return null;
  const [binary, ...args] = words;
  if (binary === undefined || words.length > MAX_WORDS) {
    const message = binary === undefined ? "`startup_command` is empty" : `more than ${MAX_WORDS} words`;
    addError(log, "bad-program", place, message, "Name the program first.");
    return null;
  }
  const isSound = checkProgram(binary, place, log) && args.every((word) => checkWord(word, place, log));
  return isSound ? { binary, args } : null;
}

function readList(value: TomlValue, path: TomlPath, log: IssueLog): readonly string[] | null {
  if (Array.isArray(value)) return field.strings().read(value, path, log) ?? null;
  reportType("a string or a list of strings", value, path, log);
  return null;
}

function splitLine(line: string, place: Place, log: IssueLog): readonly string[] | null {
  const operator = /[;&|<>`$\n\r]/.exec(line)?.[0];
  if (operator !== undefined) {
    const message = `no shell reads \`startup_command\`, so "${showText(operator)}" would have no meaning in it`;
    const hint = 'Start one program; when the character is meant as it is, write a list: ["psql", "-c", "a;b"].';
    addError(log, "shell-operator", { ...place, fragment: operator }, message, hint);
    return null;
  }
  const split = splitTemplate(line);
  if (split.ok) return split.words;
  addError(
    log,
    "bad-template",
    { ...place, fragment: line.slice(split.issue.offset) },
    split.issue.message,
    "Close the quote.",
  );
  return null;
}

/** The program runs before any call, so no caller's value could be put in; a secret would be seen by every process. */
function checkWord(word: string, place: Place, log: IssueLog): boolean {
  const braced = /\{(?:_secret:)?\w*\}/.exec(word)?.[0];
  if (braced !== undefined) {
    const message = `the session starts before any call, so nothing can stand for ${braced}`;
    addError(log, "placeholder-program", { ...place, fragment: braced }, message, "Write the argument out.");
    return false;
  }
  if (!word.includes("\u0000")) return true;
  addError(log, "control-character", place, "an argument cannot hold a NUL character");
  return false;
}
