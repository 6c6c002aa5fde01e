import type { ArgNode, ArgPart } from "../../../model/arg-node.ts";
import { SHELL, WRAPPERS } from "../code/check-interpreter.ts";
import { readsCode } from "./reads-code.ts";

/**
 * The program that would run a caller's value as code because it reads it from standard input, or `null`. Only what the
 * author wrote counts as its script: what a caller sends may be left out, or name standard input itself.
 */
export function findFedCode(program: string, args: readonly ArgNode[], stdin: readonly ArgPart[]): string | null {
  if (!stdin.some(({ kind }) => kind === "param")) return null;
  const words = [program, ...args.flatMap(toWritten)];
  // Which of its words a wrapper starts is not worked out: any may be the one.
  const starts = WRAPPERS.test(toName(program)) ? [...words.keys()] : [0];
  const at = starts.find((index) => runsInput(toName(words[index] ?? ""), words.slice(index + 1)));
  return at === undefined ? null : toName(words[at] ?? "");
}

/** Programs that make arguments of what they read. */
const READS_ARGUMENTS = /^(xargs|parallel)$/;

function runsInput(program: string, args: readonly string[]): boolean {
  if (READS_ARGUMENTS.test(program) || readsCode(program, args)) return true;
  const hasScript = args.some((arg) => !/^[-+]/.test(arg)) && !args.some((arg) => /^-[a-zA-Z]*s[a-zA-Z]*$/.test(arg));
  return SHELL.test(program) && !hasScript;
}

function toWritten(node: ArgNode): readonly string[] {
  if (node.kind !== "arg" || node.parts.some(({ kind }) => kind === "param")) return [];
  return [node.parts.map((part) => (part.kind === "text" ? part.text : "")).join("")];
}

function toName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
