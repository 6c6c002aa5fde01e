import type { CommandAnalysis, CommandItem } from "../../shell/analysis.ts";
import type { JudgedCommand } from "../commands/list-commands.ts";

const FETCHERS: ReadonlySet<string> = new Set(
  "curl wget fetch aria2c http https xh lynx links w3m nc ncat netcat socat ftp tftp rsync scp sftp ssh telnet openssl".split(
    " ",
  ),
);

const DECODERS: ReadonlySet<string> = new Set(
  "base64 base32 xxd uudecode openssl gunzip zcat gzip bzip2 xz".split(" "),
);

const INTERPRETER =
  /^(?:(?:ba|da|z|k|mk|a|c|tc|fi)?sh|r?bash|busybox|pwsh|powershell|(?:i?python|pypy)[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|php[\d.]*|lua[\d.]*|Rscript|osascript|tclsh)$/;

/**
 * Why what comes from the network, or was hidden by an encoding, would be run as a program: by a pipe into an interpreter,
 * a process substitution, or a substitution in what an interpreter is given. `null`: nothing of the kind.
 */
export function findNetworkRun(
  line: CommandAnalysis,
  commands: readonly JudgedCommand[],
  isMeant: (program: string | null) => boolean = () => true,
): string | null {
  for (const { item, words } of commands) {
    const [program = null] = words;
    const isEvaluator = program !== null && EVALUATORS.has(program);
    if (item === null || !(isEvaluator || isInterpreter(program)) || !isMeant(program)) continue;
    const isFed = !isEvaluator && readsProgram(words);
    const feeders = line.items.filter(
      (other) => other !== item && ((isFed && isBefore(other, item)) || isInside(other, item)),
    );
    // An inner line that was given to a shell stands in the same command of the outer one.
    const source = findFetcher(isFed ? [...feeders, item] : feeders, commands);
    if (source !== null) return `${program ?? "an interpreter"} would run what ${source} brings`;
  }
  return null;
}

/** Words of a shell that run text or files as code. */
const EVALUATORS: ReadonlySet<string> = new Set(["eval", "source", "."]);

/** Whether a program is a shell, or a word of one that runs code. */
export function isShell(program: string | null): boolean {
  return program !== null && (EVALUATORS.has(program) || /^(?:(?:ba|da|z|k|mk|a|c|tc|fi)?sh|rbash)$/.test(program));
}

/** Whether a program runs what it is given as code. */
export function isInterpreter(program: string | null): boolean {
  return program !== null && INTERPRETER.test(program);
}

/** Whether it takes its program from standard input: it names no file, no module and no code. */
export function readsProgram([, ...rest]: readonly (string | null)[]): boolean {
  // `xargs sh -c` takes the code from what it reads.
  if (rest.at(-1) === "-c" || rest[rest.indexOf("-c") + 1]?.includes("{}") === true) return true;
  if (rest.some((word) => word === "-" || word === "/dev/stdin")) return true;
  if (rest.some((word) => word !== null && /^-[a-zA-Z]*s[a-zA-Z]*$/.test(word))) return true;
  return rest.every(
    (word) =>
      word !== null && word.startsWith("-") && !/^-(?:[a-zA-Z]*[cem]|-eval|-print|-version|-help|V|v|h)$/.test(word),
  );
}

function findFetcher(items: readonly CommandItem[], commands: readonly JudgedCommand[]): string | null {
  if (items.length === 0) return null;
  const fetchers = FOUND.get(commands) ?? listFetchers(commands);
  FOUND.set(commands, fetchers);
  const found = items.find((item) => fetchers.has(item));
  return found === undefined ? null : (fetchers.get(found) ?? null);
}

/** A line may have as many interpreters as commands, and each is held against all of them. */
const FOUND = new WeakMap<readonly JudgedCommand[], ReadonlyMap<CommandItem, string>>();

function listFetchers(commands: readonly JudgedCommand[]): ReadonlyMap<CommandItem, string> {
  return new Map(
    commands.flatMap(({ item, words: [name = null] }) => {
      const brings = item !== null && name !== null && (FETCHERS.has(name) || DECODERS.has(name));
      return brings ? [[item, name] as const] : [];
    }),
  );
}

function isBefore(other: CommandItem, item: CommandItem): boolean {
  return item.pipeline !== null && other.pipeline === item.pipeline && other.start < item.start;
}

function isInside(other: CommandItem, { start, end }: CommandItem): boolean {
  return other.start >= start && other.end <= end;
}
