import { isWithin } from "../../../params/posix-path.ts";
import type { Facts } from "../../../model/facts.ts";
import type { CommandItem, ItemWord } from "../../../shell/analysis.ts";
import { judgeReadOnly } from "../../../shell/knowledge/read-only/judge-read-only.ts";
import type { AllowView } from "../../../shell/views/to-allow-view.ts";
import { isTrusted } from "./find-program.ts";
import { toBaseName } from "./pattern/means-command.ts";
import { isAtHome, toFolders, toPlaces } from "./to-places.ts";
import { isStatus } from "./unknown-words.ts";

export type ClearView = Extract<AllowView, { ok: true }>;

/** Why a command may do more than read; `null`: it only reads, with programs that are known, where that is safe. */
export function findChange(view: ClearView, item: CommandItem, text: string, facts: Facts): string | null {
  const words = view.words.map((word) => toPrinted(word, text));
  const [folder, ...others] = toFolders(item, facts) ?? [];
  const place = folder?.isSure === true && others.length === 0 ? { folder: folder.path } : {};
  const verdict = judgeReadOnly({ words, more: view.more }, place);
  if (!verdict.readOnly) return verdict.reason;
  if (![...view.through, ...view.words.slice(0, 1)].every((word) => isTrusted(word, item, facts))) {
    return `nobody knows which program \`${view.program}\` is`;
  }
  return findElsewhere(view, item, facts);
}

/** A status is a number; for what only prints its words it is one like any other. */
function toPrinted(word: ItemWord, line: string): ItemWord {
  return isStatus(word, line) ? { ...word, dynamic: "arithmetic" } : word;
}

/** Why it matters in which folder the command runs, or which it goes to; `null`: it does not. */
function findElsewhere(view: ClearView, item: CommandItem, facts: Facts): string | null {
  const program = toBaseName(view.program);
  if (program === "git") return isAtHome(item, facts) ? null : "git runs what the configuration of another folder says";
  if (program !== "cd") return null;
  const targets = view.words.slice(1).filter(({ text }) => text?.startsWith("-") !== true);
  const isInside = targets.every((word) => {
    const places = toPlaces(word, item, facts) ?? [];
    return places.length > 0 && places.every((one) => one.isSure && staysInside(one.path, facts));
  });
  return isInside && targets.length > 0 ? null : "it leaves the workspace";
}

function staysInside(path: string, { roots, realPaths, lexical }: Facts): boolean {
  const real = realPaths.get(path) ?? (lexical ? path : null);
  return real !== null && roots.some((root) => isWithin(path, root) && isWithin(real, root));
}
