import { defineRules, toList } from "./git-option-sets.ts";
import type { SubcommandRules } from "../option-table.ts";

export const STATUS: SubcommandRules = defineRules({
  flags: toList(`
    -s --short -b -sb --branch --no-branch --show-stash --no-show-stash --long -z --ahead-behind --no-ahead-behind --renames
    --no-renames --no-column --ignore-submodules`),
  joined: toList("--porcelain -u --untracked-files --ignored --column --find-renames -M"),
  operands: "paths",
  hardening: ["--ignore-submodules=dirty"],
});

export const BLAME: SubcommandRules = defineRules({
  flags: toList(`
    -b --root --show-stats --score-debug -f --show-name -n --show-number -p --porcelain --line-porcelain --incremental
    -c -t -l -s -e --show-email -w --color-lines --color-by-age --minimal --first-parent --no-progress --no-textconv
    --ignore-space-change --ignore-all-space`),
  joined: toList("-M --abbrev --date --since --after --until --before"),
  valued: ["-L"],
  operands: "names-or-paths",
  // The complaint about a wrong line of the file that `blame.ignoreRevsFile` names would show the line.
  hardening: ["--no-textconv", "--no-ignore-revs-file"],
});

export const LS_FILES: SubcommandRules = defineRules({
  flags: toList(`
    -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -u --unmerged -k --killed -t -v -z
    --directory --no-directory --no-empty-directory --empty-directory --eol --deduplicate --exclude-standard --error-unmatch --full-name
    --resolve-undo --debug --sparse`),
  joined: toList("--abbrev --format"),
  valued: toList("-x --exclude"),
  operands: "paths",
});

export const LS_TREE: SubcommandRules = defineRules({
  flags: toList("-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree"),
  joined: toList("--abbrev --format"),
  operands: "names-or-paths",
});

export const GREP: SubcommandRules = defineRules({
  flags: toList(`
    --cached --untracked --exclude-standard --no-exclude-standard -v --invert-match -i --ignore-case -w --word-regexp
    -a --text -I -r --recursive --no-recursive -E --extended-regexp -G --basic-regexp -F --fixed-strings -P --perl-regexp
    -n --line-number --no-line-number --column -h -H --full-name -l --files-with-matches --name-only -L
    --files-without-match -z --null -o --only-matching -c --count --no-color --break --heading -p --show-function
    -in -ni -rn -nr -rin -il -W --function-context -q --quiet --all-match --and --or --not --no-textconv`),
  joined: ["--color", "--threads"],
  valued: toList("-e -A --after-context -B --before-context --context -m --max-count --max-depth"),
  counts: true,
  operands: "pattern-then-paths",
  hardening: ["--no-textconv"],
});
