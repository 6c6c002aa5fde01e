import type { Facts } from "../../../model/facts.ts";
import type { CommandItem, ItemWord } from "../../../shell/analysis.ts";
import { toAbsolute } from "../../needs/list-needed-facts.ts";

/** Where a word of a command leads. */
export interface NamedPlace {
  readonly path: string;
  /** `false`: something before it may be a link, and then it leads somewhere else. */
  readonly isSure: boolean;
}

/**
 * Every place that a word can mean, one for each folder that its command may run in; `null`: not known. Where no folder is
 * known it is a guess, good enough to deny: the folder of the call.
 */
export function toPlaces(word: ItemWord, item: CommandItem, facts: Facts): readonly NamedPlace[] | null {
  const { text, tilde } = word;
  const folders = toFolders(item, facts);
  if (text === null || text === "") return null;
  const name = text.startsWith("~") && !tilde ? `./${text}` : text;
  const isFree = facts.lexical || !climbs(name);
  return (folders ?? [{ path: facts.folder, isSure: false }]).map((folder) => ({
    path: toAbsolute(name, folder.path, facts.home),
    isSure: isFree && (folder.isSure || /^[/~]/.test(name)),
  }));
}

/** The folders that a command may run in; `null`: not known. */
export function toFolders({ folder, folders }: CommandItem, facts: Facts): readonly NamedPlace[] | null {
  const possible = folder === null ? folders : [folder];
  return (
    possible?.map((one) => {
      const path = toAbsolute(one, facts.folder, facts.home);
      const isReal = (facts.realPaths.get(path) ?? null) === path && !climbs(one);
      return { path, isSure: facts.lexical || path === facts.folder || isReal };
    }) ?? null
  );
}

/** The folder of the call and the roots of the workspace are the person's; any other may be what an agent made. */
export function isAtHome(item: CommandItem, facts: Facts): boolean {
  const folders = toFolders(item, facts);
  return folders?.every(({ path, isSure }) => isSure && [facts.folder, ...facts.roots].includes(path)) === true;
}

/** Whether `..` follows a name: a link there leads to a folder whose parent is another one. */
function climbs(path: string): boolean {
  return /(?:^|\/)(?!\.{0,2}(?:\/|$)|~\/)[^/]+\/(?:.*\/)?\.\.(?:\/|$)/.test(path);
}
