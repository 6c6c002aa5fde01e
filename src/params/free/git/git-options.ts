import { GIT_ENVIRONMENT, toRepositoryEnvironment } from "./git-environment.ts";
import { BLAME, GREP, LS_FILES, LS_TREE, STATUS } from "./git-tree-options.ts";
import { DIFF, LOG, REFLOG, REFLOG_SHOW, REV_LIST, SHORTLOG, SHOW, STASH_LIST } from "./git-history-options.ts";
import {
  BRANCH,
  CAT_FILE,
  DESCRIBE,
  FOR_EACH_REF,
  MERGE_BASE,
  REMOTE,
  REMOTE_GET_URL,
  REMOTE_SHOW,
  REV_PARSE,
  SHOW_REF,
  TAG,
  WORKTREE_LIST,
} from "./git-name-options.ts";
import type { OptionTable } from "../option-table.ts";

/**
 * The reading half of `git`. Options that read files named by the caller are left out, too; of clusters of short
 * options, only the usual ones are listed.
 */
export const GIT_OPTIONS: OptionTable = {
  subcommands: {
    blame: BLAME,
    branch: BRANCH,
    "cat-file": CAT_FILE,
    describe: DESCRIBE,
    diff: DIFF,
    "for-each-ref": FOR_EACH_REF,
    grep: GREP,
    log: LOG,
    "ls-files": LS_FILES,
    "ls-tree": LS_TREE,
    "merge-base": MERGE_BASE,
    reflog: REFLOG,
    "reflog show": REFLOG_SHOW,
    remote: REMOTE,
    "remote get-url": REMOTE_GET_URL,
    "remote show": REMOTE_SHOW,
    "rev-list": REV_LIST,
    "rev-parse": REV_PARSE,
    shortlog: SHORTLOG,
    show: SHOW,
    "show-ref": SHOW_REF,
    "stash list": STASH_LIST,
    status: STATUS,
    tag: TAG,
    "worktree list": WORKTREE_LIST,
  },
  neverOptions: [
    ...["-o", "--output", "--output-directory"],
    ...["--ext-diff", "--textconv", "--filters", "--show-signature", "--verify-signatures", "--gpg-sign"],
    ...["-O", "--open-files-in-pager", "--exec", "--upload-pack", "--receive-pack", "--tool", "--extcmd"],
    ...["-C", "-c", "--config-env", "--exec-path", "--git-dir", "--work-tree", "--namespace", "--no-index"],
  ],
  neverSubcommands: ["bisect run", "difftool", "filter-branch", "mergetool", "submodule foreach"],
  // Signature placeholders start the program that the repository configures for signatures.
  neverInValues: /%[+\- ]?G|%\(\*?signature/i,
  neverOperands: { pattern: /^:/, expected: "Expected no pathspec magic and no index entry (`:…`)" },
  environment: GIT_ENVIRONMENT,
  repositoryEnvironment: toRepositoryEnvironment,
};
