import { judgeFind } from "../read-only/judge-find.ts";
import { judgeJq } from "../read-only/judge-jq.ts";
import { judgeSed } from "../read-only/judge-sed.ts";
import type { CommandRow } from "./command-row.ts";

/** Commands with a small language of their own among their words. */
export const SEARCH_COMMANDS: readonly CommandRow[] = [
  // Its operands are told apart by hand, in `../operands/`.
  { names: "find", whole: true, readOnly: { check: ({ words }) => judgeFind(words) } },
  {
    names: "fd, fdfind",
    values:
      "-e -E -t -d -S -o -c -j --extension --exclude --type --max-depth --min-depth --exact-depth --size --owner --color --threads --changed-within --changed-before --newer --older --path-separator --format --max-results --and --batch-size --exec --exec-batch -x -X",
    reads: "--ignore-file",
    lists: "--base-directory --search-path -C",
    operands: { first: "data", rest: "list" },
    readOnly: { refused: "-x --exec -X --exec-batch -l --list-details" },
  },
  {
    names: "sed, gsed",
    values: "-e --expression -l --line-length",
    flags: "-n --quiet --silent -E -r --regexp-extended",
    optional: "-i --in-place",
    reads: "-f --file",
    operands: { first: "data", firstUnless: "-e --expression -f --file", rest: "read" },
    readOnly: { only: true, refused: "-i --in-place -f --file", check: judgeSed },
  },
  {
    names: "jq",
    values: "--indent",
    pairs: "--arg --argjson --slurpfile --rawfile --argfile",
    pairReads: "--slurpfile --rawfile --argfile",
    flags:
      "-r -c -n -e -s -S -C -M -a -j -R --raw-output --compact-output --null-input --exit-status --slurp --sort-keys --color-output --monochrome-output --ascii-output --join-output --raw-input --raw-output0 --tab --unbuffered --stream --stream-errors --seq -h --help -V --version",
    reads: "-f --from-file",
    lists: "-L --library-path",
    operands: { first: "data", firstUnless: "-f --from-file", rest: "read" },
    readOnly: {
      only: true,
      globs: true,
      refused: "-f --from-file -L --library-path --slurpfile --rawfile --argfile",
      check: judgeJq,
    },
  },
];
