import type { CapabilityCommand } from "../../../model/backend.ts";
import { compileShellLine } from "../../../template/shell-line/compile-shell-line.ts";
import type { ShellIssue, ShellLine } from "../../../template/shell-line/shell-token.ts";
import { showText } from "../../../text/show-text.ts";
import { findCodePlaceholder } from "../../checks/code/check-interpreter.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place } from "../../toml/toml-document.ts";
import { checkPipes, checkShellCommand } from "./check-shell-command.ts";
import { toSimpleCommands } from "./to-simple-commands.ts";

const MAX_LENGTH = 10_000;

type ShellRun = Extract<CapabilityCommand["run"], { kind: "shell" }>;

/**
 * Reads an author-written shell line. Each `${name}` becomes a quoted positional parameter; a place where a value could
 * become more than one argument is an error. A line without placeholders is the author's alone and taken as it is.
 */
export function readShellLine(text: string, place: Place, log: IssueLog): ShellRun | null {
  const problem = findTextProblem(text);
  if (problem !== null) {
    const [code, message, hint] = problem;
    addError(log, code, place, message, hint);
    return null;
  }
  if (!text.includes("${")) return { kind: "shell", line: text, params: [] };
  const scanned = compileShellLine(text);
  const found = scanned.ok ? checkLine(scanned.line) : scanned.issue;
  if (found !== null) {
    const shown = showText(text.slice(found.offset), 40);
    addError(
      log,
      found.code,
      place,
      `${found.message}, at character ${found.offset + 1} of the line: "${shown}"`,
      found.hint,
    );
    return null;
  }
  return scanned.ok ? { kind: "shell", line: scanned.line.line, params: scanned.line.params } : null;
}

function findTextProblem(text: string): readonly [code: string, message: string, hint: string] | null {
  if (text.trim() === "") return ["empty-command", "the command line is empty", "Write what to run."];
  if (text.length > MAX_LENGTH) {
    return ["too-long", `the command line has more than ${MAX_LENGTH} characters`, "Put it into a script file."];
  }
  if (/[^\P{Cc}\n\t]/u.test(text))
    return ["control-character", "the command line holds a control character", "Delete it."];
  return null;
}

function checkLine({ line, params, lists }: ShellLine): ShellIssue | null {
  if (params.length === 0) return null;
  // The innermost first: it says best what is wrong.
  for (const tokens of lists.toReversed()) {
    const commands = toSimpleCommands(tokens);
    for (const command of commands) {
      const found = checkShellCommand(command);
      if (found !== null) return found;
    }
    const piped = checkPipes(commands);
    if (piped !== null) return piped;
    const mover = commands.find(({ words }) => words.some(({ text }) => /^(set|shift|function|getopts)$/.test(text)));
    if (mover !== undefined) return toMoverIssue(mover.words[0]?.offset ?? 0);
  }
  const values = params.map((name) => ({ kind: "arg", parts: [{ kind: "param", name }] }) as const);
  const words = ["-c", line, "sh"].map((text) => ({ kind: "arg", parts: [{ kind: "text", text }] }) as const);
  const program = findCodePlaceholder("sh", [...words, ...values]);
  if (program === null) return null;
  const hint = "Write code without placeholders, and pass values behind it.";
  return { code: "code-placeholder", message: "the line runs a value as code", hint, offset: 0 };
}

function toMoverIssue(offset: number): ShellIssue {
  const message = "the line moves or hides the positional parameters that values arrive in";
  return { code: "unclear-shell-line", message, hint: "Use a script file.", offset };
}
