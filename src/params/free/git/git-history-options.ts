import { defineRules, toList } from "./git-option-sets.ts";
import type { SubcommandRules } from "../option-table.ts";

/** Neither an external differ nor a text converter that the repository configures may run. */
const NO_DIFF_PROGRAMS = ["--no-ext-diff", "--no-textconv"];
/** A submodule is another repository, whose own settings would apply while it is looked at. */
const NO_SUBMODULE_PROGRAMS = "--ignore-submodules=dirty";

const DIFF_FLAGS = toList(`
  -p -u --patch -s --no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience --histogram --numstat
  --shortstat --summary --compact-summary --name-only --name-status --check --full-index --binary -R -a --text
  --exit-code --quiet -b -w --ignore-space-at-eol --ignore-cr-at-eol --ignore-space-change --ignore-all-space
  --ignore-blank-lines -W --function-context --no-color --no-renames --no-prefix --default-prefix --no-indent-heuristic
  --indent-heuristic --pickaxe-all --pickaxe-regex --find-copies-harder -D --irreversible-delete -z
  --no-ext-diff --no-textconv --no-relative --no-color-moved --ita-invisible-in-index --no-abbrev
  --cumulative --no-notes`);
const DIFF_JOINED = toList(`
  --stat --color --abbrev --word-diff --word-diff-regex --color-words --color-moved --color-moved-ws --dirstat
  -M --find-renames --find-copies -B --break-rewrites -U --unified --inter-hunk-context --diff-filter --diff-algorithm
  --anchored --ws-error-highlight --relative --src-prefix --dst-prefix --line-prefix -l -X --stat-width
  --stat-name-width --stat-count --stat-graph-width`);
const DIFF_VALUED = toList("-S -G -I --ignore-matching-lines --find-object");

const SELECT_FLAGS = toList(`
  --all --branches --tags --remotes --not --reflog --merges --no-merges --no-min-parents --no-max-parents --first-parent
  --cherry-pick --cherry-mark --cherry --left-only --right-only --left-right --boundary --topo-order --date-order
  --author-date-order --reverse --simplify-by-decoration --full-history --dense --sparse --simplify-merges --ancestry-path
  --merge --all-match --invert-grep -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings -P --perl-regexp
  --basic-regexp --remove-empty -g --walk-reflogs --no-walk --do-walk --parents --children --graph --no-graph
  --relative-date --single-worktree --ignore-missing --bisect`);
const SELECT_JOINED = toList(`
  --branches --tags --remotes --glob --exclude --min-parents --max-parents --no-walk --ancestry-path --pretty --format
  --encoding --show-linear-break --expand-tabs`);
const SELECT_VALUED = toList(`
  -n --max-count --skip --since --after --until --before --since-as-filter --max-age --min-age --author --committer
  --grep --grep-reflog --date`);

const LOG_FLAGS = toList(`
  --oneline --abbrev-commit --no-abbrev-commit --follow --full-diff --source --decorate --no-decorate --log-size -m -c
  --cc --dd -t --notes --show-notes --mailmap --no-mailmap --use-mailmap --no-use-mailmap --clear-decorations
  --combined-all-paths --no-diff-merges --no-expand-tabs --root --show-pulls`);
const LOG_JOINED = toList("--decorate --decorate-refs --decorate-refs-exclude --diff-merges --notes");

const FULL_LOG = {
  flags: [...DIFF_FLAGS, ...SELECT_FLAGS, ...LOG_FLAGS],
  joined: [...DIFF_JOINED, ...SELECT_JOINED, ...LOG_JOINED],
  valued: [...DIFF_VALUED, ...SELECT_VALUED, "-L"],
  counts: true,
  operands: "names-or-paths",
  hardening: NO_DIFF_PROGRAMS,
} as const;

export const LOG: SubcommandRules = defineRules(FULL_LOG);
export const SHOW: SubcommandRules = defineRules(FULL_LOG);

export const DIFF: SubcommandRules = defineRules({
  flags: [
    ...DIFF_FLAGS,
    ...toList("--cached --staged --merge-base --ignore-submodules -0 -1 -2 -3 --base --ours --theirs -c --cc"),
  ],
  joined: DIFF_JOINED,
  valued: DIFF_VALUED,
  operands: "names-or-paths",
  hardening: [...NO_DIFF_PROGRAMS, NO_SUBMODULE_PROGRAMS],
});

export const REV_LIST: SubcommandRules = defineRules({
  flags: [
    ...SELECT_FLAGS,
    ...toList(
      "--count --objects --oneline --abbrev-commit --timestamp --header --disk-usage --no-commit-header --commit-header --quiet",
    ),
  ],
  joined: [...SELECT_JOINED, "--abbrev", "--disk-usage"],
  valued: SELECT_VALUED,
  counts: true,
  operands: "names-or-paths",
});

export const SHORTLOG: SubcommandRules = defineRules({
  flags: [...SELECT_FLAGS, ...toList("-s -sn -sne --summary -n --numbered -e --email -c --committer")],
  joined: [...SELECT_JOINED, "-w"],
  valued: [...SELECT_VALUED.filter((option) => option !== "-n" && option !== "--committer"), "--group"],
  operands: "names-or-paths",
});

/** A list of entries, one per line: the patch options of `log` are left out. */
const ENTRY_LIST = {
  flags: [
    ...SELECT_FLAGS,
    ...toList("--oneline --abbrev-commit --no-abbrev-commit --decorate --no-decorate --no-color"),
  ],
  joined: [...SELECT_JOINED, "--color", "--abbrev", "--decorate"],
  valued: SELECT_VALUED,
  counts: true,
} as const;

export const REFLOG: SubcommandRules = defineRules({ ...ENTRY_LIST, operands: "none" });
export const REFLOG_SHOW: SubcommandRules = defineRules({ ...ENTRY_LIST, operands: "names" });
export const STASH_LIST: SubcommandRules = defineRules({ ...ENTRY_LIST, operands: "none" });
