import type { ItemWord } from "../../analysis.ts";
import type { CommandRow, GivenCommand } from "./command-row.ts";

/** Run a program or write a file wherever a command of git knows them; named by every row, whether it does or not. */
const REFUSED =
  "--output --ext-diff --textconv --exec --upload-pack --open-files-in-pager -O --no-index --contents --ignore-revs-file --exclude-from --show-signature --filters --output-directory --help";

const LOG_VALUES =
  "-n -S -G -L -U -l --author --committer --grep --since --until --after --before --max-count --skip --format --date --diff-filter --encoding --word-diff-regex --inter-hunk-context";
const OPTIONAL =
  "-M -C -B --pretty --abbrev --color --stat --decorate --word-diff --find-renames --find-copies --submodule --relative --diff-algorithm --ignore-submodules --untracked-files --porcelain --column -u --dirstat --color-words --graph --branches --tags --remotes --glob --exclude";
const FLAGS = "--text --cached --staged --oneline";

const SAFE = { refused: REFUSED } as const;
const LOG = { ...SAFE, check: judgeFormat } as const;
const READS = { rest: "read", behindColon: true } as const;
const LISTING = "--sort --format --points-at --contains --no-contains --merged --no-merged";
/** Any file with lines that look like settings can be read with it, and written. */
const CONFIG_FILE = "-f --file";
const LISTING_FLAGS = "-l --list -i --ignore-case --color --no-color --column --no-column --omit-empty";

/** What git does without changing anything. Where its folder is, and whether to trust that, is for the caller. */
export const GIT_COMMANDS: readonly CommandRow[] = [
  {
    tool: "git",
    names: "log, show, whatchanged, rev-list, reflog show, stash list, stash show",
    values: LOG_VALUES,
    writes: "--output",
    optional: OPTIONAL,
    flags: FLAGS,
    operands: READS,
    readOnly: LOG,
  },
  { tool: "git", names: "shortlog", values: "--author --committer --since --until", optional: OPTIONAL, readOnly: LOG },
  // With two paths of which one is outside, it compares any two files.
  {
    tool: "git",
    names: "diff",
    values: LOG_VALUES,
    writes: "--output",
    optional: OPTIONAL,
    flags: FLAGS,
    operands: READS,
    readOnly: { ...SAFE, check: judgeCompared },
  },
  {
    tool: "git",
    names: "diff-tree, diff-index, diff-files, range-diff, cherry",
    values: LOG_VALUES,
    writes: "--output",
    optional: OPTIONAL,
    flags: FLAGS,
    readOnly: SAFE,
  },
  { tool: "git", names: "status", optional: OPTIONAL, readOnly: SAFE },
  {
    tool: "git",
    names: "blame, annotate",
    values: "-L --since --date",
    optional: "-M -C --abbrev",
    operands: READS,
    readOnly: { refused: `${REFUSED} -S` },
  },
  {
    tool: "git",
    names: "ls-files",
    values: "-x --exclude --exclude-per-directory --format",
    operands: { rest: "list" },
    readOnly: { refused: `${REFUSED} -X --exclude-from` },
  },
  {
    tool: "git",
    names: "grep",
    values: "-e -A -B -C -m --max-depth --threads",
    reads: "-f",
    operands: { first: "data", firstUnless: "-e -f", rest: "read" },
    readOnly: { refused: `${REFUSED} -f` },
  },
  { tool: "git", names: "cat-file", operands: READS, readOnly: { refused: `${REFUSED} --batch-command` } },
  {
    tool: "git",
    names:
      "ls-tree, rev-parse, describe, merge-base, name-rev, for-each-ref, show-ref, show-branch, count-objects, version, check-attr, verify-pack",
    values: "--format --sort --match --exclude",
    readOnly: { refused: `${REFUSED} --batch-command --stdin`, check: judgeFormat },
  },
  { tool: "git", names: "check-ignore", readOnly: SAFE },
  { tool: "git", names: "worktree list", readOnly: SAFE },
  { tool: "git", names: "reflog", readOnly: { most: 0, only: true } },
  { tool: "git", names: "symbolic-ref", flags: "-q --quiet --short", readOnly: { only: true, most: 1 } },
  { tool: "git", names: "remote", flags: "-v --verbose", readOnly: { only: true, most: 0, secret: true } },
  { tool: "git", names: "remote get-url", flags: "--push --all", readOnly: { only: true, secret: true } },
  {
    tool: "git",
    names: "branch",
    values: LISTING,
    optional: "--abbrev --color --column",
    flags: `${LISTING_FLAGS} --show-current -a --all -r --remotes -v -vv --verbose --no-abbrev`,
    readOnly: { only: true, operandsNeed: "-l --list", check: judgeFormat },
  },
  {
    tool: "git",
    names: "tag",
    values: LISTING,
    optional: "--color --column -n",
    flags: LISTING_FLAGS,
    readOnly: { only: true, operandsNeed: "-l --list", check: judgeFormat },
  },
  {
    tool: "git",
    names: "config",
    values: "--type --default",
    writes: CONFIG_FILE,
    flags:
      "--get --get-all --get-regexp --get-urlmatch -l --list --global --local --system --worktree --show-origin --show-scope --name-only -z --null --includes --no-includes --bool --int --path",
    readOnly: { only: true, secret: true, check: judgeConfig },
  },
  {
    tool: "git",
    names: "config get, config list",
    values: "--type --default",
    writes: CONFIG_FILE,
    flags:
      "--all --regexp --global --local --system --worktree --show-origin --show-scope --name-only -z --null --includes --show-names",
    readOnly: { only: true, secret: true },
  },
  { tool: "git", names: "add, stage", values: "--chmod", reads: "--pathspec-from-file", operands: { rest: "read" } },
  { tool: "git", names: "rm", reads: "--pathspec-from-file", operands: { rest: "delete" } },
  { tool: "git", names: "mv", operands: { rest: "delete", last: "write" } },
  {
    tool: "git",
    names: "checkout",
    values: "-b -B --orphan --conflict -U",
    reads: "--pathspec-from-file",
    operands: { rest: "write" },
  },
  { tool: "git", names: "restore", values: "-s --source", reads: "--pathspec-from-file", operands: { rest: "write" } },
  {
    tool: "git",
    names: "apply, am",
    values: "-p -C --directory --exclude --include --whitespace",
    operands: { rest: "read" },
  },
  {
    tool: "git",
    names: "init",
    values: "-b --initial-branch --object-format --shared",
    reads: "--template",
    writes: "--separate-git-dir",
    operands: { rest: "write" },
  },
  {
    tool: "git",
    names: "clone",
    values:
      "-o -b -u -c -j --origin --branch --upload-pack --config --jobs --depth --shallow-since --filter --server-option",
    reads: "--reference --template",
    writes: "--separate-git-dir",
    operands: { first: "data", rest: "write" },
  },
  {
    tool: "git",
    names: "commit",
    values: "-m -C -c --message --author --date --reuse-message --fixup --squash --trailer",
    reads: "-F --file -t --template --pathspec-from-file",
    operands: { rest: "read" },
  },
];

/** Some placeholders start a program that checks signatures. */
function judgeFormat({ words }: GivenCommand): string | null {
  const found = words
    .map(({ text }) => /%G|%\(\*?signature\b/.exec(text ?? "")?.[0])
    .find((sign) => sign !== undefined);
  return found === undefined ? null : `\`${found}\` in a format starts the program for signatures`;
}

/** A name alone is printed; with a value behind it, it is set. */
function judgeConfig({ parsed }: GivenCommand): string | null {
  const asks = parsed.options.some(({ names }) => names.some((name) => /^(?:--get.*|-l|--list)$/.test(name)));
  return asks || parsed.operands.length === 1 ? null : "`git config` with a value changes settings";
}

/** Revisions are harmless; paths that lead out of the folder make it read any file. */
function judgeCompared({ words, parsed }: GivenCommand): string | null {
  const leaves = parsed.operands.some((at) => leadsOut(words[at]));
  return leaves ? "`git diff` compares any files once a path leads out of the repository" : null;
}

function leadsOut(word: ItemWord | undefined): boolean {
  const text = word?.text ?? "/";
  return word?.tilde === true || text.startsWith("/") || text === "-" || text.split("/").includes("..");
}
