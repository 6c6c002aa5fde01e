import { showText } from "../../text/show-text.ts";
import { SHELL, WRAPPERS } from "../checks/code/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import type { PresetName } from "./presets/presets.ts";

interface Binary {
  readonly binary_name: string | undefined;
  readonly binary_path: string | undefined;
  readonly preset: PresetName | undefined;
}

/** Programs that run what their arguments say: no list of denied arguments holds them. */
const INTERPRETER = /^((python|pypy|perl|ruby|lua|php|node|nodejs)[0-9.]*|deno|bun|pwsh|powershell|osascript|tclsh|expect|[gmn]?awk|make|ssh|script|su)$/; // prettier-ignore
/** These start programs too, but elsewhere. */
const REMOTE = /^(kubectl|docker|podman)$/;

/** Checks which program a record hands its credential to, and tells whether `binary_name` can be one. */
export function checkBinary(read: Binary, path: TomlPath, log: IssueLog): boolean {
  const { binary_name: name, preset } = read;
  const place = { path: [...path, "binary_name"], part: "value" } as const;
  if (name === undefined || !checkProgram(name, place, log)) return false;
  const problem = findProblem(name);
  if (problem !== null) addError(log, "bad-program", place, ...problem);
  checkPath(read, name, path, log);
  if (preset !== undefined && preset !== name) {
    const message = `the preset \`${preset}\` is for the program of that name, not for \`${showText(name)}\``;
    addError(log, "preset-mismatch", { path: [...path, "preset"], part: "value" }, message);
  }
  return problem === null;
}

/** The name says what is known of the program's command line, so the path must lead to a program of that name. */
function checkPath({ binary_path: file }: Binary, name: string, path: TomlPath, log: IssueLog): void {
  const place = { path: [...path, "binary_path"], part: "value" } as const;
  if (file === undefined || !checkProgram(file, place, log)) return;
  const isPlain = file.startsWith("/") && !file.split("/").some((part) => part === ".." || part === ".");
  if (!isPlain) {
    const message = `\`binary_path\` "${showText(file)}" is not a full path`;
    addError(log, "bad-program", place, message, "Write it from `/` on, without `.` and `..`.");
  } else if (baseName(file) !== name) {
    const message = `\`binary_path\` leads to \`${showText(baseName(file))}\`, but \`binary_name\` is \`${showText(name)}\``;
    addError(log, "binary-mismatch", place, message, "Name one program.");
  }
}

function findProblem(name: string): readonly [message: string, hint: string] | null {
  if (name.includes("/")) return ["`binary_name` is a bare name", "Put the path into `binary_path`."];
  const runsAnything = SHELL.test(name) || INTERPRETER.test(name) || (WRAPPERS.test(name) && !REMOTE.test(name));
  if (!runsAnything) return null;
  const message = `\`${showText(name)}\` runs whatever its arguments say, so it would hand the credential to anything`;
  return [message, "Name the program that needs the credential."];
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}
