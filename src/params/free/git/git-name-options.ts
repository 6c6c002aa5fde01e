import { defineRules, toList } from "./git-option-sets.ts";
import type { SubcommandRules } from "../option-table.ts";

/** `branch` and `tag` create what an operand names, unless one of these makes them list. */
const FILTERS = toList("--contains --no-contains --merged --no-merged");

export const BRANCH: SubcommandRules = defineRules({
  flags: toList(`
    -l --list -a --all -r --remotes -v -vv -av -avv --verbose -i --ignore-case --show-current --no-color --no-column --no-abbrev
    --omit-empty`),
  joined: toList("--color --column --abbrev"),
  valued: toList("--sort --format --points-at"),
  trailing: FILTERS,
  operands: "names",
  operandsNeed: ["-l", "--list", "--points-at", ...FILTERS],
});

export const TAG: SubcommandRules = defineRules({
  flags: toList("-l --list -i --ignore-case --no-color --no-column --omit-empty"),
  joined: toList("-n --color --column"),
  valued: toList("--sort --format --points-at"),
  trailing: FILTERS,
  operands: "names",
  operandsNeed: ["-l", "--list", "--points-at", ...FILTERS],
});

export const REMOTE: SubcommandRules = defineRules({ flags: ["-v", "--verbose"], operands: "none" });
/** Without `-n` it asks the remote, over whatever connection the repository configures. */
export const REMOTE_SHOW: SubcommandRules = defineRules({ flags: ["-n"], operands: "names", hardening: ["-n"] });
export const REMOTE_GET_URL: SubcommandRules = defineRules({ flags: ["--push", "--all"], operands: "names" });

export const REV_PARSE: SubcommandRules = defineRules({
  flags: toList(`
    --verify -q --quiet --short --symbolic --symbolic-full-name --abbrev-ref --revs-only --no-revs --flags --no-flags
    --all --branches --tags --remotes --not --show-toplevel --show-prefix --show-cdup
    --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository
    --local-env-vars`),
  joined: toList("--short --abbrev-ref --branches --tags --remotes --glob --exclude --show-object-format"),
  valued: ["--default"],
  operands: "names",
});

export const DESCRIBE: SubcommandRules = defineRules({
  flags: toList("--all --tags --contains --debug --long --always --first-parent --exact-match --dirty --broken"),
  joined: toList("--abbrev --candidates --dirty --broken"),
  valued: toList("--match --exclude"),
  operands: "names",
});

export const CAT_FILE: SubcommandRules = defineRules({ flags: toList("-t -s -e -p"), operands: "names" });

export const MERGE_BASE: SubcommandRules = defineRules({
  flags: toList("-a --all --octopus --independent --is-ancestor --fork-point"),
  operands: "names",
});

export const FOR_EACH_REF: SubcommandRules = defineRules({
  flags: toList("--ignore-case --omit-empty"),
  joined: ["--color"],
  valued: toList("--count --sort --format --points-at"),
  trailing: FILTERS,
  operands: "names",
});

export const SHOW_REF: SubcommandRules = defineRules({
  flags: toList("--head --heads --branches --tags -d --dereference --verify -q --quiet -s"),
  joined: toList("--hash --abbrev"),
  operands: "names",
});

export const WORKTREE_LIST: SubcommandRules = defineRules({
  flags: toList("--porcelain -v --verbose -z"),
  operands: "none",
});
