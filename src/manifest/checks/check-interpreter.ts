import type { ArgNode } from "../../model/arg-node.ts";

/** Programs that run text as code, and the options after which that text comes. */
const INTERPRETERS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [
    /^(sh|bash|dash|ash|zsh|ksh|mksh|yash|fish|csh|tcsh|su|script|pwsh|powershell|cmd)$/,
    /^(-[a-z]*c|--command|-Command|\/c)$/i,
  ],
  [/^(python|pypy)[0-9.]*$/, /^-[A-Za-z]*c$/],
  [/^(node|nodejs|bun|deno)$/, /^(-[a-z]*[ep]|--eval|--print|eval)$/],
  [/^(perl|ruby|lua|luajit|Rscript)[0-9.]*$/, /^-[A-Za-z]*[eE]$/],
  [/^php[0-9.]*$/, /^-[rRBE]$/],
];
/** Programs that start the program named in their arguments. */
const WRAPPERS =
  /^(env|nice|nohup|timeout|stdbuf|time|sudo|doas|setsid|ionice|chrt|taskset|unshare|chroot|xargs|busybox|toybox|flock|watch|command|exec)$/;

/** An argument as far as the author wrote it: what stands before the first value in it. */
interface Word {
  readonly start: string;
  readonly hasValue: boolean;
}

/**
 * The program that would run a caller's value as code, or `null`. `sh -c "echo {{x}}"` is the case: no quoting in the
 * text makes it safe. Values after the code (`sh -c 'echo "$1"' _ {{x}}`) are plain words and pass.
 */
export function findCodePlaceholder(program: string, args: readonly ArgNode[]): string | null {
  const isWrapper = WRAPPERS.test(baseName(program));
  if (!isWrapper && findCodeOption(program) === undefined) return null;
  const words = [{ start: program, hasValue: false }, ...toWords(args)];
  const last = isWrapper ? words.length - 1 : 0;
  for (const [index, word] of words.slice(0, last + 1).entries()) {
    const option = word.hasValue ? undefined : findCodeOption(word.start);
    if (option !== undefined && runsValue(words.slice(index + 1), option)) return baseName(word.start);
  }
  return null;
}

function findCodeOption(program: string): RegExp | undefined {
  const name = baseName(program);
  return INTERPRETERS.find(([known]) => known.test(name))?.[1];
}

/** Whether the code after the option, in its own word or in the same, holds a value. */
function runsValue(words: readonly Word[], option: RegExp): boolean {
  for (const [index, { start, hasValue }] of words.entries()) {
    if (hasValue && isGlued(start, option)) return true;
    if (hasValue || !option.test(start)) continue;
    const code = words.slice(index + 1).find((word) => word.hasValue || !word.start.startsWith("-"));
    return code?.hasValue ?? false;
  }
  return false;
}

/** `-cCODE` and `--eval=CODE`. */
function isGlued(start: string, option: RegExp): boolean {
  if (start.startsWith("--")) return option.test(start.slice(0, Math.max(0, start.indexOf("="))));
  for (let length = 2; length <= Math.min(start.length, 8); length++) {
    if (option.test(start.slice(0, length))) return true;
  }
  return false;
}

/** All words that rendering can give, in order. */
function toWords(nodes: readonly ArgNode[]): readonly Word[] {
  return nodes.flatMap((node): readonly Word[] => {
    if (node.kind === "group" || node.kind === "when") return toWords(node.args);
    if (node.kind === "mapped") {
      return [...new Set(Object.values(node.table).flat())].map((start) => ({ start, hasValue: false }));
    }
    const value = node.parts.findIndex((part) => part.kind === "param");
    const written = value === -1 ? node.parts : node.parts.slice(0, value);
    return [{ start: written.map((part) => (part.kind === "text" ? part.text : "")).join(""), hasValue: value !== -1 }];
  });
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
