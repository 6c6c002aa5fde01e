import type { ArgNode } from "../../../model/arg-node.ts";
import { COMMAND_PREFIX, toCommands } from "./author-code.ts";
import { findOptionCode } from "./code-word.ts";
import type { CodeWord } from "./code-word.ts";
import { runsOperand } from "./operand-code.ts";

/** Programs that read a line of text as shell code. */
export const SHELL: RegExp = /^(sh|bash|rbash|dash|ash|zsh|ksh|mksh|yash|fish|csh|tcsh)$/;
/** Programs that run text as code, and the options after which that text comes. */
const INTERPRETERS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [SHELL, /^(-[a-z]*c|--command|-Command|\/c)$/i],
  [/^(su|runuser|script|flock|expect|tclsh|pwsh|powershell|cmd)$/, /^(-[a-z]*c|--command|-Command|\/c)$/i],
  [/^(python|pypy)[0-9.]*$/, /^-[A-Za-z]*c$/],
  [/^(node|nodejs|bun|deno)$/, /^(-[a-z]*[ep]|--eval|--print|eval)$/],
  [/^(perl|ruby|lua|luajit|R|Rscript|julia|osascript)[0-9.]*$/, /^(-[A-Za-z]*[eE]|--eval|--print)$/],
  [/^php[0-9.]*$/, /^-[rRBE]$/],
];
/** Programs that start the program named in their arguments. */
export const WRAPPERS: RegExp =
  /^(env|nice|nohup|timeout|stdbuf|time|sudo|doas|setsid|ionice|chrt|taskset|unshare|nsenter|chroot|xargs|busybox|toybox|flock|watch|command|exec|builtin|strace|ltrace|find|docker|podman|kubectl|runuser|gosu|setpriv|systemd-run|fakeroot|bwrap|firejail|prlimit|numactl)$/;
/** Programs whose arguments are text to them, whatever it looks like. */
const PASSIVE = /^(e|f|z|r)?grep$|^(rg|echo|printf)$/;
const MAX_DEPTH = 5;

/**
 * The program that would run a caller's value as code, or `null`. `sh -c "echo {{x}}"` is the case: no quoting in the
 * text makes it safe. Values after the code (`sh -c 'echo "$1"' _ {{x}}`) are plain words and pass, as long as the code
 * itself does not run them.
 */
export function findCodePlaceholder(program: string, args: readonly ArgNode[]): string | null {
  const words = splitStrings([{ start: program, hasValue: false, isFixed: true }, ...toWords(args, true)]);
  return findRunner(words, 0);
}

function findRunner(words: readonly CodeWord[], depth: number): string | null {
  const first = baseName(words[0]?.start ?? "");
  if (PASSIVE.test(first) || depth > MAX_DEPTH || !words.some(({ hasValue }) => hasValue)) return null;
  for (const [index, { start, hasValue }] of words.entries()) {
    if (hasValue) continue;
    const name = baseName(start);
    const rest = words.slice(index + 1);
    if (runsOption(name, rest, depth)) return name;
    // Names such as `watch` are also ordinary words: they count only where a program is expected.
    if ((index === 0 || WRAPPERS.test(first)) && runsOperand(name, rest)) return name;
  }
  return null;
}

function runsOption(name: string, rest: readonly CodeWord[], depth: number): boolean {
  const option = INTERPRETERS.find(([known]) => known.test(name))?.[1];
  const at = option === undefined ? null : findOptionCode(rest, option);
  const code = at === null ? undefined : rest[at];
  if (at === null || code === undefined) return false;
  if (code.hasValue) return true;
  return SHELL.test(name) && runsInside(code.start, rest.slice(at + 1), depth);
}

/** Whether code without placeholders runs the values that come after it. */
function runsInside(code: string, rest: readonly CodeWord[], depth: number): boolean {
  if (!rest.some(({ hasValue }) => hasValue)) return false;
  return toCommands(code, rest).some(({ words, isPiped }) => {
    const start = words.findIndex((word) => !COMMAND_PREFIX.test(word.start));
    const command = start === -1 ? [] : words.slice(start);
    const [first, ...others] = command;
    if (first === undefined) return false;
    if (first.hasValue) return true;
    if (/^(eval|\.|source|trap)$/.test(first.start) && others.some(({ hasValue }) => hasValue)) return true;
    const readsCode = SHELL.test(baseName(first.start)) && others.every((word) => word.start.startsWith("-"));
    return (isPiped && readsCode) || findRunner(command, depth + 1) !== null;
  });
}

/** `env -S "sh -c"` cuts its text into words. */
function splitStrings(words: readonly CodeWord[]): readonly CodeWord[] {
  return words.flatMap((word, index) => {
    const glued = /^(?:-S|--split-string=)(.+)$/s.exec(word.start)?.[1];
    const text = glued ?? (/^(-[a-z0-9]*S|--split-string)$/.test(words[index - 1]?.start ?? "") ? word.start : null);
    if (text === null || word.hasValue || !words.slice(0, index).some(({ start }) => baseName(start) === "env"))
      return [word];
    return text.split(/\s+/).map((start) => ({ ...word, start: start.replaceAll(/["']/g, "") }));
  });
}

/** All words that rendering can give, in order. */
function toWords(nodes: readonly ArgNode[], isFixed: boolean): readonly CodeWord[] {
  return nodes.flatMap((node): readonly CodeWord[] => {
    if (node.kind === "group" || node.kind === "when") return toWords(node.args, false);
    if (node.kind === "mapped") {
      const texts = [...new Set(Object.values(node.table).flat())];
      return texts.map((start) => ({ start, hasValue: false, isFixed: false }));
    }
    const value = node.parts.findIndex((part) => part.kind === "param");
    const written = value === -1 ? node.parts : node.parts.slice(0, value);
    const start = written.map((part) => (part.kind === "text" ? part.text : "")).join("");
    return [{ start, hasValue: value !== -1, isFixed }];
  });
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
