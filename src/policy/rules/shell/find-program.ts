import type { Facts } from "../../../model/facts.ts";
import type { CommandItem, ItemWord } from "../../../shell/analysis.ts";
import { isShellWord } from "../../../shell/shell-words.ts";
import { toPlaces } from "./to-places.ts";

const SYSTEM = /^\/(?:usr\/)?s?bin\/[^/]+$/;

/** Whether the program is the one that its name promises: on the person's `PATH`, or by a path to that same program. */
export function isTrusted(program: ItemWord | undefined, item: CommandItem, facts: Facts): boolean {
  const text = program?.text ?? null;
  if (program === undefined || text === null) return false;
  if (program.glob) return text === "[";
  if (!text.includes("/")) return isShellWord(text) || isKnown(text, facts, true);
  const places = toPlaces(program, item, facts) ?? [];
  return places.length > 0 && places.every(({ path, isSure }) => isSure && isKnown(path, facts, SYSTEM.test(path)));
}

/** A path is written as it is meant only where it starts at the root, or where the line starts. */
export function isPlacedHere(program: ItemWord, item: CommandItem, { folder }: Facts): boolean {
  const text = program.text ?? "";
  return !text.includes("/") || text.startsWith("/") || program.tilde || item.folder === "" || item.folder === folder;
}

function isKnown(name: string, { programs, lexical }: Facts, otherwise: boolean): boolean {
  return programs.get(name)?.trusted ?? (lexical && otherwise);
}
