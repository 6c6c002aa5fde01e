import { toCommandPrefix } from "./arity.ts";
import { GIT_COMMANDS } from "./commands/git-commands.ts";
import { LOOK_COMMANDS } from "./commands/look-commands.ts";
import { SEARCH_COMMANDS } from "./commands/search-commands.ts";
import { TEXT_COMMANDS } from "./commands/text-commands.ts";
import { TOOL_ROWS } from "./commands/tool-row.ts";
import { WRITING_COMMANDS } from "./commands/writing-commands.ts";

const STARTERS: ReadonlySet<string> = new Set(
  "python python2 python3 pypy pypy3 node nodejs bun deno ruby perl php lua tclsh Rscript bash sh dash zsh ksh ash fish csh tcsh source . awk gawk mawk nawk make gmake ninja rsync vi vim nvim nano emacs ed ex code less more".split(
    " ",
  ),
);

const FURTHER =
  "man info whatis apropos help history kill killall pkill umask ulimit unset read local declare typeset readonly set shopt let alias unalias hash jobs fg bg wait return exit break continue shift getopts mount umount ip ping host dig nslookup useradd userdel groupadd passwd";

const DATA: ReadonlySet<string> = new Set([
  ...[...TEXT_COMMANDS, ...LOOK_COMMANDS, ...SEARCH_COMMANDS, ...WRITING_COMMANDS]
    .flatMap(({ names }) => names.split(", "))
    .filter((name) => !STARTERS.has(name)),
  ...FURTHER.split(" "),
]);

const GIT: ReadonlySet<string> = new Set([
  ...GIT_COMMANDS.flatMap(({ names }) => names.split(", ")),
  ..."push pull fetch checkout switch merge rebase reset revert cherry-pick stash clean gc prune notes submodule worktree bisect reflog format-patch send-email archive bundle maintenance sparse-checkout update-index write-tree commit-tree hash-object ls-remote help".split(
    " ",
  ),
]);

const TOOLS: ReadonlySet<string> = new Set(TOOL_ROWS.map(({ program }) => program));

/**
 * From which word on the arguments of a command may name a program that it starts, as far as it is known; `null`: they are
 * data to the last. What wrappers start is told from their own table.
 */
export function findFirstSuspect(words: readonly (string | null)[]): number | null {
  const [program = null] = words;
  if (program === null) return 1;
  if (DATA.has(program)) return null;
  if (program === "git")
    return GIT.has(words.find((word, at) => at > 0 && word?.startsWith("-") === false) ?? "") ? null : 1;
  if (!TOOLS.has(program)) return 1;
  // `docker rm` and `npm install` are no `rm` and no `install`.
  return Math.max(2, toCommandPrefix(words.map((word) => word ?? "")).length);
}
