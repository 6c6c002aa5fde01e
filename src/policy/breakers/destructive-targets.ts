import type { Facts } from "../../model/facts.ts";
import type { JudgedCommand } from "../commands/list-commands.ts";
import { hasLong, readOptionWords } from "../commands/option-words.ts";
import type { OptionWords } from "../commands/option-words.ts";
import { findCritical, toTargets } from "./critical-places.ts";

/** Says what a command would do to what it is pointed at, and to which of its operands. */
interface Destroyer {
  readonly verb: string;
  /** `null`: with these options it destroys nothing of that kind. */
  targets(words: OptionWords): readonly (string | null)[] | null;
}

const isRecursive = (words: OptionWords): boolean =>
  words.options.has("r") || words.options.has("R") || hasLong(words, "recursive");

const all = ({ operands }: OptionWords): readonly (string | null)[] => operands;

/** Empties a folder of this machine to make it like another one. */
const receiver = (words: OptionWords): readonly (string | null)[] | null => {
  const isEmptying = [...words.options].some((option) => option.startsWith("del"));
  const target = words.operands.at(-1);
  return isEmptying && target !== undefined && target?.split("/", 1)[0]?.includes(":") !== true ? [target] : null;
};

/** The first operand of these is a mode or an owner. */
const afterFirst = (words: OptionWords): readonly (string | null)[] | null =>
  isRecursive(words) ? words.operands.slice(hasLong(words, "reference") ? 0 : 1) : null;

const DESTROYERS: ReadonlyMap<string, Destroyer> = new Map([
  ["rm", { verb: "remove", targets: all }],
  ["rmdir", { verb: "remove", targets: all }],
  ["unlink", { verb: "remove", targets: all }],
  ["shred", { verb: "overwrite", targets: all }],
  ["truncate", { verb: "empty", targets: all }],
  ["mv", { verb: "move away", targets: ({ operands }) => operands.slice(0, -1) }],
  ["rsync", { verb: "make an empty folder, or another one, of", targets: receiver }],
  ["chmod", { verb: "change the rights of everything in", targets: afterFirst }],
  ["chown", { verb: "change the owner of everything in", targets: afterFirst }],
  ["chgrp", { verb: "change the group of everything in", targets: afterFirst }],
]);

/** Why a command of a line would destroy what is dear, or `null`. */
export function findDestruction(command: JudgedCommand, facts: Facts): string | null {
  const [program = null] = command.words;
  if (program === "find") return judgeFind(command, facts);
  if (program === "git") return judgeGitClean(command);
  const destroyer = program === null ? undefined : DESTROYERS.get(program);
  if (destroyer === undefined) return null;
  const words = readOptionWords(command.words);
  const targets = destroyer.targets(words);
  if (targets === null) return null;
  // Without a target of its own, it was started by something that adds them: `xargs rm -rf`.
  if (targets.length === 0 && isRecursive(words)) return `it would ${destroyer.verb} what is only known when it runs`;
  const isWhole = program !== "rm" || isRecursive(words) || words.options.has("d") || hasLong(words, "dir");
  return judgeTargets(destroyer.verb, targets, isWhole, command, facts);
}

/** A single file outside the workspace is left to the rules; a folder, or what may be one, is not. */
function judgeTargets(
  verb: string,
  targets: readonly (string | null)[],
  isWhole: boolean,
  { place: item }: JudgedCommand,
  facts: Facts,
): string | null {
  for (const target of targets) {
    const places = toTargets(target, item, facts);
    if (places === "unknown") {
      if (isWhole) return `it would ${verb} what is only known when it runs`;
      continue;
    }
    for (const place of places) {
      const why = findCritical(place, facts);
      if (why !== null && (isWhole || why !== OUTSIDE)) return `it would ${verb} ${place}: ${why}`;
    }
  }
  return null;
}

const OUTSIDE = "it lies outside the workspace";

function judgeFind(command: JudgedCommand, facts: Facts): string | null {
  const { words } = command;
  if (!words.includes("-delete") && !startsDestroyer(words)) return null;
  const end = words.findIndex((word, index) => index > 0 && (word === null || /^[-(!]/.test(word)));
  const starts = words.slice(1, end === -1 ? undefined : end);
  // With conditions, `find . -name '*.pyc' -delete` takes some of the files, not the folder.
  const isAll = !words.some((word, at) => at >= end && isCondition(word, words[at - 1], words[at + 1]));
  const critical = (starts.length === 0 ? ["."] : starts).filter((start) => {
    const places = toTargets(start, command.place, facts);
    return (
      places === "unknown" ||
      places.some((place) => findCritical(place, facts) !== null && (isAll || !isOwn(place, facts)))
    );
  });
  if (critical.length === 0) return null;
  return `find would remove files in ${critical.map((start) => start ?? "a place that is only known when it runs").join(", ")}`;
}

/** One that is turned around, or that everything fits, keeps hardly anything. */
function isCondition(
  word: string | null,
  before: string | null | undefined,
  value: string | null | undefined,
): boolean {
  if (word === null || !CONDITIONS.test(word) || before === "!" || before === "-not") return false;
  return !/^-i?(?:name|path|wholename)$/.test(word) || (value != null && !/^[*?.\/]*$/.test(value));
}

const CONDITIONS = /^-(?:i?name|i?path|i?wholename|i?regex|empty|size|perm|user|group|newer\w*|[acm](?:time|min))$/;

function startsDestroyer(words: readonly (string | null)[]): boolean {
  return words.some((word, index) => {
    const program = words[index + 1];
    const starts = word !== null && /^-(?:exec|execdir|ok|okdir)$/.test(word);
    return starts && program != null && DESTROYERS.has(program.slice(program.lastIndexOf("/") + 1));
  });
}

function isOwn(place: string, { roots }: Facts): boolean {
  return roots.some((root) => place === root || place.startsWith(`${root}/`));
}

/** Takes files with it that no commit holds. */
function judgeGitClean({ words }: JudgedCommand): string | null {
  const at = words.indexOf("clean");
  const isSet = words.some((word) => word !== null && /^clean\.requireforce=/i.test(word));
  if (at === -1 || (!isSet && words.slice(1, at).some((word) => word !== null && !word.startsWith("-")))) return null;
  const options = readOptionWords(words.slice(at));
  const isForced = isSet || options.options.has("f") || hasLong(options, "force");
  return isForced ? "git clean removes files that no commit holds" : null;
}
