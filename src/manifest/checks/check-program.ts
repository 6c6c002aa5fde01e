import { showText } from "../../text/show-text.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { Place } from "../toml/toml-document.ts";

/** Checks the program of a tool: one name or path, written by the author alone. */
export function checkProgram(program: string, place: Place, log: IssueLog): boolean {
  const problem = findProblem(program);
  if (problem === null) return true;
  const [code, message, hint] = problem;
  addError(log, code, place, message, hint);
  return false;
}

function findProblem(program: string): readonly [code: string, message: string, hint: string] | null {
  const shown = showText(program);
  if (program.trim() === "") return ["bad-program", "the program's name is empty", "Name the program to run."];
  if (/\{\{?\s*\w+\s*\}?\}/.test(program)) {
    return ["placeholder-program", `the program "${shown}" holds a placeholder`, "A caller never chooses what runs."];
  }
  if (/\p{Cc}/u.test(program)) {
    return ["control-character", `the program "${shown}" holds a control character`, "Delete it."];
  }
  if (program.startsWith("-")) {
    return ["bad-program", `the program "${shown}" looks like an option`, "Name the program to run."];
  }
  if (program.startsWith("~") || program.includes("$")) {
    return ["bad-program", `nothing in the program "${shown}" is expanded`, "Write a bare name or a full path."];
  }
  if (!program.includes("/") && /\s/.test(program)) {
    return ["bad-program", `"${shown}" is more than the name of a program`, "Put what follows the name into `args`."];
  }
  return null;
}
