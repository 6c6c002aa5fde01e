import type { ScriptStage } from "../../model/backend.ts";
import { isShellWord } from "../../shell/shell-words.ts";
import type { SimpleStage, StaticRedirect, StaticWord } from "../../shell/simple-script.ts";
import { showText } from "../../text/show-text.ts";
import { findCodePlaceholder, SHELL, WRAPPERS } from "../checks/code/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import { addError } from "../toml/issue-log.ts";
import { readsCode } from "../checks/feed/reads-code.ts";
import { hasPlaceholder } from "./to-arg.ts";
import type { Line } from "./to-arg.ts";

/** Programs that make arguments of what they read. */
const READS_ARGUMENTS = /^(xargs|parallel)$/;
/** Programs that print their arguments. */
const PRINTS = /^(echo|printf)$/;

/** Checks the programs of one pipeline: which ones run, and that no value of a caller becomes code or an option there. */
export function checkStages(written: readonly SimpleStage[], compiled: readonly ScriptStage[], line: Line): void {
  for (const [index, { words, redirects }] of written.entries()) {
    checkWords(words, compiled[index], line);
    for (const redirect of redirects) checkRedirect(redirect, line);
    const before = written.slice(0, index);
    const problem = findFedCode(words, before);
    if (problem !== null) addError(line.log, "shell-placeholder", line.toPlace(words[0]), problem);
  }
}

function checkWords(words: SimpleStage["words"], stage: ScriptStage | undefined, { log, toPlace }: Line): void {
  const [program] = words;
  const place = toPlace(program);
  if (hasPlaceholder(program)) {
    const message = `the program "${showText(program.text)}" holds a placeholder`;
    addError(log, "placeholder-program", place, message, "A caller never chooses what runs.");
    return;
  }
  if (isShellWord(program.text)) {
    const message = `\`${program.text}\` is a word of the shell, and no shell runs the command`;
    const hint = program.text === "cd" ? "Set `working_dir`." : "Name a program, or put the line into a script file.";
    addError(log, "shell-word", place, message, hint);
    return;
  }
  if (!checkProgram(program.text, place, log)) return;
  const shell = findShell(words);
  if (shell !== null) {
    const message = `\`${shell.text}\` would run shell code; commands run without a shell`;
    addError(log, "shell-line", toPlace(shell), message, "Put the code into a script file and name that.");
    return;
  }
  const interpreter = findCodePlaceholder(program.text, stage?.args ?? []);
  if (interpreter === null) return;
  const message = `\`${interpreter}\` would run a caller's value as code`;
  const hint = "Put the code into a script file and pass the value to it as an argument.";
  addError(log, "shell-placeholder", place, message, hint);
}

/** The shell among the words that gets its code as an option, or from standard input. */
function findShell(words: readonly StaticWord[]): StaticWord | null {
  const first = baseName(words[0]?.text ?? "");
  const isWrapped = WRAPPERS.test(first);
  const isFind = first === "find";
  const found = words.find(({ text }, index) => {
    if ((index > 0 && !isWrapped) || !SHELL.test(baseName(text))) return false;
    // What `find` runs stands after one option; anywhere else the word is only a name to look for.
    if (isFind && !/^-(exec|execdir|ok|okdir)$/.test(words[index - 1]?.text ?? "")) return false;
    const rest = words.slice(index + 1);
    const options = rest.findIndex((word) => !/^[-+]/.test(word.text));
    const before = options === -1 ? rest : rest.slice(0, options);
    return options === -1 || before.some((word) => /^(-[a-zA-Z]*[cs]|--command)$/.test(word.text));
  });
  return found ?? null;
}

/** Why a pipeline must not feed this program with what the ones before it make of a caller's value. */
function findFedCode(words: SimpleStage["words"], before: readonly SimpleStage[]): string | null {
  const valued = before.filter((stage) => stage.words.some(hasPlaceholder));
  if (valued.length === 0) return null;
  const name = baseName(words[0].text);
  const texts = words.map(({ text }) => text);
  // Which of its words a wrapper starts is not worked out: any may be the one.
  const starts = WRAPPERS.test(name) ? texts.keys() : [0];
  const at = [...starts].find((index) => readsCode(baseName(texts[index] ?? ""), texts.slice(index + 1)));
  if (at !== undefined) {
    return `\`${baseName(texts[at] ?? "")}\` would run what it reads as code, and a caller's value is in it`;
  }
  const prints = valued.some((stage) => PRINTS.test(baseName(stage.words[0].text)));
  if (!READS_ARGUMENTS.test(name) || !prints) return null;
  return `\`${name}\` would cut a caller's value into arguments`;
}

function checkRedirect({ redirect, target }: StaticRedirect, { log, toPlace }: Line): void {
  if (target === null || redirect.mode === "join") return;
  const { file } = redirect;
  const place = toPlace(target);
  if (hasPlaceholder(target)) {
    const message = `the file "${showText(file)}" of a redirect holds a placeholder`;
    addError(log, "placeholder-redirect", place, message, "A caller never chooses what a redirect writes.");
  } else if (file !== "/dev/null" && (file === "" || /^[/~$]/.test(file) || file.split("/").includes(".."))) {
    const message = `the file "${showText(file)}" of a redirect must be in the working folder or below it`;
    addError(log, "bad-redirect", place, message, "Write a relative path without `..`, or /dev/null.");
  }
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
