import {
  baseName,
  INPUT_READING,
  INTERPRETER,
  NAME_TAKING,
  RE_READING,
  RESERVED,
  SHELL,
  WRAPPER,
} from "./shell-programs.ts";
import { checkEnvironment } from "../../checks/check-environment.ts";
import type { ShellIssue, ShellWord } from "../../../template/shell-line/shell-token.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { SimpleCommand } from "./to-simple-commands.ts";

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;
const DIRECT = "Use the placeholder where the value is needed; variables are split and read again.";
const FIXED = "Write what runs yourself, and pass values as its arguments.";

/** Says why a command must not get the values that its placeholders stand for; `null` when it may. */
export function checkShellCommand({ words, targets }: SimpleCommand): ShellIssue | null {
  const target = targets.find(hasValue);
  if (target !== undefined) {
    const hint = "Write a fixed file name, or let a program such as `tee` open the file.";
    return issue("placeholder-redirect", target, "would choose the file of a redirect", hint);
  }
  const subscript = words.find((word) => hasPlace(word) && /^[A-Za-z_]\w*\[[^\]]*$/.test(word.start));
  if (subscript !== undefined) {
    return issue("re-read-placeholder", subscript, "stands in a subscript, which shells evaluate", DIRECT);
  }
  return checkWords(words);
}

function checkWords(words: readonly ShellWord[]): ShellIssue | null {
  const start = words.findIndex((word) => hasValue(word) || !RESERVED.test(word.text));
  const rest = start === -1 ? [] : words.slice(start);
  const name = rest.findIndex((word) => !ASSIGNMENT.test(word.start));
  const assignments = name === -1 ? rest : rest.slice(0, name);
  const command = name === -1 ? [] : rest.slice(name);
  const split = command.find(({ isSplit }) => isSplit);
  const found = checkAssignments(assignments, command) ?? checkCommand(command);
  if (found !== null || split === undefined) return found;
  return issue("split-value", split, "may become several arguments", 'Quote what it stands in: `"$(…)"`.');
}

function checkAssignments(assignments: readonly ShellWord[], command: readonly ShellWord[]): ShellIssue | null {
  const assigned = assignments.find(hasPlace);
  if (assigned === undefined) return null;
  const runsCode = command.some((word) => SHELL.test(baseName(word.text)) || RE_READING.test(word.text));
  if (command.length === 0 || runsCode) return issue("re-read-placeholder", assigned, "is put into a variable", DIRECT);
  const variable = ASSIGNMENT.exec(assigned.start)?.[1] ?? "";
  const log: IssueLog = { found: [] };
  checkEnvironment([variable], [], log);
  if (log.found.length === 0) return null;
  return issue("dangerous-environment", assigned, `would set \`${variable}\`, which changes what code runs`, FIXED);
}

function checkCommand(command: readonly ShellWord[]): ShellIssue | null {
  const [first, ...args] = command;
  if (first === undefined) return null;
  if (hasValue(first)) return issue("placeholder-program", first, "would choose the program", FIXED);
  const name = baseName(first.text);
  const value = args.find(hasValue);
  if (value === undefined) return null;
  if (name.startsWith("-")) {
    return issue("placeholder-program", value, `comes after an option of \`time\`, and could be its program`, FIXED);
  }
  if (first.hasExpansion && first.text === "") {
    return issue("placeholder-program", value, "goes to a program that only the shell knows", FIXED);
  }
  if (RE_READING.test(name)) {
    return issue("re-read-placeholder", value, `goes to \`${name}\`, which reads it as code or as a name`, DIRECT);
  }
  if (NAME_TAKING.test(name) && args.some((word) => hasValue(word) && !ASSIGNMENT.test(word.start))) {
    return issue("re-read-placeholder", value, `goes to \`${name}\`, which reads it as a name`, DIRECT);
  }
  if (NAME_TAKING.test(name)) return checkAssignments(args, []);
  if (/^(test|\[)$/.test(name) && args.some((word) => /^-[vR]$/.test(word.text))) {
    return issue("re-read-placeholder", value, "is tested as the name of a variable", DIRECT);
  }
  if (name === "printf" && args.some(({ text }) => text.startsWith("-v"))) {
    return issue("re-read-placeholder", value, "goes to `printf -v`, which may read it as a name", DIRECT);
  }
  if (name === "printf" && args[0] !== undefined && hasValue(args[0])) {
    return issue("re-read-placeholder", value, "is the format of `printf`", "Write `printf '%s'` before it.");
  }
  return checkRunner(name, args);
}

/** Programs that run another one, or a file of code: the part of the author must come first. */
function checkRunner(name: string, args: readonly ShellWord[]): ShellIssue | null {
  const isWrapper = WRAPPER.test(name);
  if (!isWrapper && !SHELL.test(name) && !INTERPRETER.test(name)) return null;
  const operand = args.findIndex((word) => hasValue(word) || !/^[-+]|^[\d.]+[smhd]?$|^[A-Za-z_]\w*=/.test(word.text));
  const found = args[operand];
  if (found === undefined) return null;
  if (hasValue(found)) {
    return issue("placeholder-program", found, `comes before \`${name}\` is told what to run`, FIXED);
  }
  return isWrapper ? checkCommand(args.slice(operand)) : null;
}

/** The first placeholder that flows into a shell or an interpreter through a pipe. */
export function checkPipes(commands: readonly SimpleCommand[]): ShellIssue | null {
  let carried: ShellWord | undefined;
  for (const { words, isPiped } of commands) {
    if (!isPiped) carried = undefined;
    const runs = words.find(isRunner) ?? words.find((word, index) => readsInput(word, words.slice(index + 1)));
    if (carried !== undefined && runs !== undefined && !words.some(isCodeGiven)) {
      return issue("re-read-placeholder", carried, `may flow into \`${baseName(runs.text)}\` as code`, FIXED);
    }
    carried ??= words.find(hasValue);
  }
  return null;
}

function isRunner({ text }: ShellWord): boolean {
  return SHELL.test(baseName(text)) || INTERPRETER.test(baseName(text));
}

/** `ssh host` and `parallel` take commands from their input when they are given none. */
function readsInput({ text }: ShellWord, after: readonly ShellWord[]): boolean {
  const name = baseName(text);
  const operands = after.filter((word) => !word.text.startsWith("-"));
  return (
    INPUT_READING.test(name) || (name === "ssh" && operands.length < 2) || (name === "parallel" && operands.length < 1)
  );
}

/** `python3 -c '…'` and `node script.js` have their code from the author and read data. */
function isCodeGiven(word: ShellWord, index: number, words: readonly ShellWord[]): boolean {
  const before = words.slice(0, index);
  // `xargs` puts what it reads into the code.
  if (before.some(({ text }) => /^(xargs|parallel)$/.test(baseName(text)))) return false;
  const runner = before.findLast(isRunner);
  if (runner === undefined || SHELL.test(baseName(runner.text)) || word.hasExpansion) return false;
  return /^(-[a-zA-Z]*[ceE]|--eval|-m)$/.test(word.text) || /\.\w+$/.test(word.text);
}

function hasPlace({ places }: ShellWord): boolean {
  return places.length > 0;
}

/** A value itself, or what a command made of it. */
function hasValue({ places, carried }: ShellWord): boolean {
  return places.length + carried.length > 0;
}

function issue(code: string, word: ShellWord, message: string, hint: string): ShellIssue {
  return { code, message: `\`\${${word.places[0] ?? word.carried[0] ?? ""}}\` ${message}`, hint, offset: word.offset };
}
