import type { Facts } from "../../model/facts.ts";
import { isWithin } from "../../params/posix-path.ts";
import { listFileOperands } from "../../shell/knowledge/operands/list-file-operands.ts";
import { toAllowView } from "../../shell/views/to-allow-view.ts";
import type { CommandItem, ItemWord } from "../../shell/analysis.ts";
import { findProtection } from "../protected-paths/find-protection.ts";
import { findSecret } from "../protected-paths/denied-files.ts";
import { toTargets } from "./critical-places.ts";
import { isDisk } from "./system-control.ts";

interface Use {
  readonly word: ItemWord;
  /** `unknown`: a word of a command that nothing is known of. */
  readonly use: "read" | "write" | "unknown";
  readonly deep?: boolean | undefined;
}

/** Why a command of a line touches credentials, what sets the rules, or a disk through a redirect; `null`: it does not. */
export function findKeptFile(item: CommandItem, facts: Facts): string | null {
  for (const { word, use, deep } of [...listRedirects(item), ...listOperands(item)]) {
    const places = word.text === "" ? [] : toTargets(word.text, item, facts);
    if (places === "unknown") continue;
    for (const place of places) {
      const why = judgePlace(place, use, facts) ?? judgePlace(facts.realPaths.get(place) ?? place, use, facts);
      if (why !== null) return `${use === "write" ? "it would write to" : "it names"} ${place}: ${why}`;
      if (deep === true && holdsHome(place, facts)) return `it would read everything below ${place}: ${HOME}`;
    }
  }
  return null;
}

const HOME = "programs keep keys and passwords in the home folder";

/** Unless the workspace is that folder, or around it. */
function holdsHome(place: string, { home, roots, realPaths }: Facts): boolean {
  const places = [place, realPaths.get(place) ?? place];
  return places.some((path) => isWithin(home, path) && !roots.some((root) => isWithin(path, root)));
}

function judgePlace(place: string, use: Use["use"], { ownFolders }: Facts): string | null {
  if (ownFolders.some((folder) => isWithin(place, folder))) return "this belongs to Toolgate itself";
  if (use === "write" && isDisk(place)) return "it is a disk";
  return use === "write" ? findProtection(place) : findSecret(place);
}

function listRedirects({ redirects }: CommandItem): readonly Use[] {
  return redirects.flatMap(({ target, use }): readonly Use[] => {
    if (target === null || use === "duplicate" || use === "close" || use === "here-string") return [];
    return [{ word: target, use: use === "read" ? "read" : "write" }];
  });
}

/** Of a program that is not known, every word may be a file. */
function listOperands(item: CommandItem): readonly Use[] {
  const view = toAllowView(item);
  const words = view.ok ? view.words : item.words;
  const known = listFileOperands(words);
  if (known === null)
    return words.slice(1).flatMap((word): readonly Use[] => [{ word, use: "unknown" }, ...afterEquals(word)]);
  return known.map(({ word, purpose, deep }) => ({
    word,
    deep,
    use: purpose === "write" || purpose === "delete" ? "write" : "read",
  }));
}

/** `--file=.env` names a file, too. */
function afterEquals(word: ItemWord): readonly Use[] {
  const at = word.text?.indexOf("=") ?? -1;
  if (word.text === null || at === -1) return [];
  return [{ word: { ...word, text: word.text.slice(at + 1) }, use: "unknown" }];
}
