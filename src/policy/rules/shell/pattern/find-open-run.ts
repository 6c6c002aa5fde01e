import { INTERPRETERS } from "../../../../shell/knowledge/prefixes/ban-rows.ts";
import { findBan } from "../../../../shell/knowledge/prefixes/find-ban.ts";
import { SHELLS } from "../../../../shell/knowledge/shells.ts";
import { findWrappers } from "../../../../shell/knowledge/wrappers/find-wrappers.ts";
import { unwrap } from "../../../../shell/knowledge/wrappers/unwrap.ts";
import { toBaseName } from "./means-command.ts";

/** Run the text or the file that follows, whatever else stands there. */
const EVALUATORS: ReadonlySet<string> = new Set(["eval", "source", ".", "exec", "trap"]);

/** Like a shell, they need a script that is named. */
const SCRIPTED: ReadonlySet<string> = new Set([...SHELLS, "perl", "pwsh", "powershell", "osascript"]);

/** Deeper than anybody nests runners on purpose. */
const DEEPEST = 8;

/**
 * Why a command that begins with these words, with anything after them, may be any command at all; `null`: it is this one.
 * Less strict than what may be suggested to people: a person who writes `rm *` or `npx tsc *` has said what may run.
 */
export function findOpenRun(words: readonly string[], depth = 0): string | null {
  const [first = "", ...rest] = words;
  const program = toBaseName(first);
  const isClosed = rest.some((word) => !word.startsWith("-"));
  if (EVALUATORS.has(program)) return `\`${program}\` runs whatever follows it as commands`;
  if (SCRIPTED.has(program)) return isClosed ? null : `\`${program}\` runs whatever follows it`;
  if (INTERPRETERS.has(program.replace(/[0-9.]+$/, ""))) return findBan(words);
  if (depth > DEEPEST) return "too many programs start one another";
  for (const wrapper of findWrappers([program, ...rest])) {
    if (wrapper.row.starts === "nothing") continue;
    const { commands, isOpen } = unwrap([program, ...rest], wrapper);
    if (isOpen) return `\`${program}\` runs the command that follows it`;
    for (const command of commands) {
      const known = command.filter((word) => word !== null);
      const inner = findOpenRun(known, depth + 1);
      if (inner !== null) return inner;
    }
  }
  return null;
}
