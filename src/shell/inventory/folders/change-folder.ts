import type { ItemWord } from "../../analysis.ts";
import type { Folders, Outcome } from "./folders.ts";
import { moveEach, resolveFolder } from "./folders.ts";

/** Commands that move the shell they run in. */
export function isFolderCommand(name: string): boolean {
  return name === "cd" || name === "pushd" || name === "popd";
}

/** Where `cd`, `pushd` or `popd` leads. A failed one leaves the shell where it was. */
export function changeFolder(name: string, args: readonly ItemWord[], from: Folders): Outcome {
  return { ok: name === "popd" ? popFolder(args, from) : enterFolder(name, args, from), fail: from };
}

function enterFolder(name: string, args: readonly ItemWord[], from: Folders): Folders {
  const [first, ...rest] = args.filter(({ text }, index) => !(index === 0 && (text === "--" || text === "-L")));
  if (first === undefined) return name === "cd" ? enterKnown(name, "~", true, from) : swapFolders(from);
  const { text, glob, tilde } = first;
  // `-`, `-P`, `+1` and the like depend on more than the words.
  const isPlain = text !== null && !glob && !/^[-+]/.test(text) && rest.length === 0;
  return isPlain ? enterKnown(name, text, tilde, from) : null;
}

function enterKnown(name: string, target: string, isHome: boolean, from: Folders): Folders {
  // From an unknown folder, a full path leads to a known one.
  const isFull = isHome || target.startsWith("/");
  if (from === null) return isFull && name === "cd" ? [[resolveFolder("", target, isHome)]] : null;
  return moveEach(from, ([folder, ...below]) => {
    const next = resolveFolder(folder, target, isHome);
    return name === "cd" ? [next, ...below] : [next, folder, ...below];
  });
}

function swapFolders(from: Folders): Folders {
  return moveEach(from, ([top, second, ...below]) => (second === undefined ? null : [second, top, ...below]));
}

function popFolder(args: readonly ItemWord[], from: Folders): Folders {
  if (args.length > 0) return null;
  return moveEach(from, ([, second, ...below]) => (second === undefined ? null : [second, ...below]));
}
