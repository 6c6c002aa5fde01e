import { isWithin } from "../../params/posix-path.ts";
import { toTargets } from "../breakers/critical-places.ts";
import { findNetworkRun, isInterpreter, isShell, readsProgram } from "../breakers/network-pipes.ts";
import { findSystemControl, isDisk } from "../breakers/system-control.ts";
import { hasLong, readOptionWords } from "../commands/option-words.ts";
import type { DenyCategory, DenySubject } from "./deny-category.ts";
import { findInCommands } from "./deny-category.ts";

/**
 * The seven categories of GoClaw's page. Where its patterns look for words in the text, these look at what would run: a
 * word inside quotes is data, and `rm -r -f` is `rm -rf`.
 */
export const STANDARD: readonly DenyCategory[] = [
  { name: "destructive-files", find: findForcedRemoval },
  { name: "disks", find: ({ commands, lines }) => findInCommands(commands, judgeDisk) ?? findDiskRedirect(lines) },
  { name: "system-control", find: ({ commands }) => findInCommands(commands, judgePower) },
  { name: "fork-bombs", find: ({ lines }) => findForkBomb(lines) },
  { name: "remote-code", find: findRemoteCode },
  { name: "reverse-shells", find: findReverseShell },
  { name: "evaluation", find: findEvaluation },
];

/** Forced and recursive, unless each target is known and lies inside the workspace: that is left to the rules. */
function findForcedRemoval({ commands, facts }: DenySubject): string | null {
  return findInCommands(commands, (words, { place: item }) => {
    const other = judgeOtherRemoval(words);
    if (other !== null || words[0] !== "rm") return other;
    const read = readOptionWords(words);
    const isRecursive = read.options.has("r") || read.options.has("R") || hasLong(read, "recursive");
    if (!isRecursive || !(read.options.has("f") || hasLong(read, "force"))) return null;
    for (const target of read.operands) {
      const places = toTargets(target, item, facts);
      if (places === "unknown") return "rm -rf of what is only known when it runs";
      const outside = places.find((place) => !isInside(place, facts.realPaths.get(place), facts.roots));
      if (outside !== undefined) return `rm -rf of ${outside}, which is not inside the workspace`;
    }
    return null;
  });
}

/** How other systems than this one write the same. */
function judgeOtherRemoval([program, ...rest]: readonly (string | null)[]): string | null {
  const has = (option: RegExp): boolean => rest.some((word) => word !== null && option.test(word));
  if (program === "del" && has(/^\/[fq]$/i)) return "del by force";
  return (program === "rmdir" || program === "rd") && has(/^\/s$/i) ? "rmdir of everything below" : null;
}

function isInside(place: string, real: string | undefined, roots: readonly string[]): boolean {
  return [place, real ?? place].every((path) => roots.some((root) => path !== root && isWithin(path, root)));
}

function judgeDisk(words: readonly (string | null)[], command: DenySubject["commands"][number]): string | null {
  const [program = null] = words;
  return POWER.has(program) || CONTROL.has(program) ? null : findSystemControl(command);
}

function findDiskRedirect(lines: DenySubject["lines"]): string | null {
  const targets = lines.flatMap(({ items }) => items.flatMap(({ redirects }) => redirects));
  const disk = targets.find(({ target, use }) => use !== "read" && target?.text != null && isDisk(target.text));
  return disk === undefined ? null : `a redirect to the disk ${disk.target?.text ?? ""}`;
}

const POWER: ReadonlySet<string | null> = new Set(["shutdown", "reboot", "poweroff"]);

/** Other ways to the same end are breakers, and ask. */
const CONTROL: ReadonlySet<string | null> = new Set(["halt", "init", "telinit", "systemctl", "loginctl", "kill"]);

function judgePower(words: readonly (string | null)[]): string | null {
  return POWER.has(words[0] ?? null) ? findSystemControl({ words }) : null;
}

/** A function that starts itself in the background. */
function findForkBomb(lines: DenySubject["lines"]): string | null {
  for (const { items } of lines) {
    const inside = items.filter(({ within }) => within.includes("function"));
    const names = inside.map(({ words }) => words[0]?.text ?? null);
    const outside = items.filter(({ within }) => !within.includes("function"));
    const called = outside.find(({ words }) => words[0]?.text != null && names.includes(words[0].text));
    if (called !== undefined && inside.some(({ background, pipeline }) => background || pipeline !== null)) {
      return "a function that starts itself again and again";
    }
  }
  return null;
}

function findRemoteCode({ commands, lines }: DenySubject): string | null {
  for (const line of lines) {
    const found = findNetworkRun(line, commands, isShell);
    if (found !== null) return found;
  }
  return null;
}

const LISTENERS: ReadonlySet<string | null> = new Set(["nc", "ncat", "netcat"]);

function findReverseShell({ commands, lines }: DenySubject): string | null {
  const sockets = lines.flatMap(({ items }) =>
    items.flatMap(({ redirects }) => redirects.flatMap(({ target }) => target ?? [])),
  );
  const socket = sockets.find(({ prefix }) => /^\/dev\/(?:tcp|udp)\//.test(prefix));
  if (socket !== undefined) return `the network device ${socket.prefix}`;
  return findInCommands(commands, (words) => {
    const [program = null] = words;
    if (LISTENERS.has(program)) {
      const { options } = readOptionWords(words);
      if (["e", "c", "exec", "sh-exec", "lua-exec"].some((name) => options.has(name)))
        return `${program ?? ""} that starts a program`;
      return null;
    }
    const isSocatExec =
      program === "socat" && words.some((word) => word !== null && /^(?:exec|system|shell):/i.test(word));
    return isSocatExec ? "socat that starts a program" : null;
  });
}

/** `eval` of what is not fixed text, and decoded text into an interpreter. */
function findEvaluation({ commands, lines }: DenySubject): string | null {
  const evaluated = findInCommands(commands, (words) =>
    words[0] === "eval" && words.slice(1).some((word) => word === null)
      ? "eval of what is only known when it runs"
      : null,
  );
  if (evaluated !== null) return evaluated;
  const decoders = commands.filter(({ words }) => isDecoder(words));
  const isFed = commands.some(({ words, item }) => {
    if (!isInterpreter(words[0] ?? null) || !readsProgram(words)) return false;
    return decoders.some((decoder) => item?.pipeline != null && decoder.item?.pipeline === item.pipeline);
  });
  return isFed && lines.length > 0 ? "decoded text into an interpreter" : null;
}

function isDecoder(words: readonly (string | null)[]): boolean {
  if (words[0] !== "base64" && words[0] !== "base32" && words[0] !== "xxd" && words[0] !== "openssl") return false;
  const read = readOptionWords(words);
  return ["d", "D", "r", "i"].some((name) => read.options.has(name)) || hasLong(read, "decode");
}
