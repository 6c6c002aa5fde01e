import type { CommandRow } from "./command-row.ts";

const READS = { rest: "read" } as const;
const GLOBS = { globs: true };
const PATTERN_FIRST = { first: "data", firstUnless: "-e --regexp -f --file", rest: "read" } as const;

/** Commands that print what files hold, whole or in part. */
export const TEXT_COMMANDS: readonly CommandRow[] = [
  { names: "cat, rev, tsort", operands: READS, readOnly: GLOBS },
  { names: "tac", values: "-s --separator", operands: READS, readOnly: GLOBS },
  { names: "nl", values: "-b -d -f -h -i -l -n -s -v -w", operands: READS, readOnly: GLOBS },
  { names: "paste", values: "-d --delimiters", operands: READS, readOnly: GLOBS },
  { names: "fold, fmt", values: "-w --width", operands: READS, readOnly: GLOBS },
  { names: "expand, unexpand", values: "-t --tabs", operands: READS, readOnly: GLOBS },
  { names: "od", values: "-A -j -N -t", operands: READS, readOnly: GLOBS },
  { names: "cmp", values: "-i -n --ignore-initial --bytes", operands: READS, readOnly: GLOBS },
  { names: "pr", values: "-l -w -W -o -h -D -N", operands: READS, readOnly: GLOBS },
  { names: "head", values: "-n -c --lines --bytes", operands: READS, readOnly: GLOBS },
  {
    names: "tail",
    values: "-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats",
    optional: "--follow",
    operands: READS,
    readOnly: GLOBS,
  },
  { names: "wc", reads: "--files0-from", operands: READS, readOnly: { globs: true, refused: "--files0-from" } },
  {
    names: "cut",
    values: "-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter",
    operands: READS,
    readOnly: GLOBS,
  },
  { names: "tr", readOnly: GLOBS },
  { names: "comm", values: "--output-delimiter", operands: READS, readOnly: GLOBS },
  { names: "join", values: "-a -e -j -o -t -v -1 -2", operands: READS, readOnly: GLOBS },
  { names: "column", values: "-s -o -c -N -H -R -T -O -W", operands: READS, readOnly: GLOBS },
  { names: "hexdump", values: "-e -n -s", reads: "-f --format-file", operands: READS, readOnly: GLOBS },
  {
    names: "strings",
    values: "-n -t -e -T -s --bytes --radix --encoding --target --output-separator",
    operands: READS,
    // A word `@file` stands for the options in that file.
    readOnly: {
      globs: true,
      check: ({ words }) => (words.some(({ text }) => text?.startsWith("@")) ? "it takes options from a file" : null),
    },
  },
  {
    names: "md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum, b2sum, cksum, sum, shasum, md5",
    values: "-a -l --algorithm --length",
    flags: "-c --check --code",
    operands: READS,
    // A list of sums names further files, which nothing here can see.
    readOnly: { globs: true, refused: "-c --check" },
  },
  {
    names: "uniq",
    values: "-f -s -w --skip-fields --skip-chars --check-chars",
    operands: { first: "read", rest: "write" },
    readOnly: { most: 1 },
  },
  {
    names: "sort",
    values: "-k -t -S --key --field-separator --buffer-size --parallel --batch-size --sort --compress-program",
    flags: "--check",
    reads: "--random-source --files0-from",
    writes: "-o --output -T --temporary-directory",
    operands: READS,
    readOnly: { refused: "--compress-program --files0-from" },
  },
  {
    names: "shuf",
    values: "-n -i --head-count --input-range",
    reads: "--random-source",
    writes: "-o --output",
    operands: READS,
    readOnly: {},
  },
  {
    names: "xxd",
    whole: true,
    ordered: true,
    values: "-c -g -l -s -n -o -R -cols -group -groupsize -len -name -offset -seek -skip",
    operands: { first: "read", rest: "write" },
    readOnly: { most: 1, check: refuseRevert },
  },
  {
    names: "base64, base32, basenc",
    values: "-w --wrap -b --break",
    flags: "-d -i -D --decode --ignore-garbage",
    writes: "-o --output",
    operands: READS,
    readOnly: {},
  },
  { names: "iconv", values: "-f -t --from-code --to-code", writes: "-o --output", operands: READS, readOnly: {} },
  {
    names: "diff",
    values:
      "-U -C -I -F -W -x -S -L --label --ignore-matching-lines --show-function-line --width --exclude --starting-file --palette",
    optional: "--unified --context --color",
    reads: "--from-file --to-file -X --exclude-from",
    writes: "--output",
    flags: "-r --recursive",
    deep: "-r --recursive",
    operands: READS,
    readOnly: GLOBS,
  },
  {
    names: "grep, egrep, fgrep",
    values:
      "-e -A -B -C -m -d -D --regexp --max-count --after-context --before-context --context --label --binary-files --devices --directories --exclude --include --exclude-dir --group-separator",
    flags: "--files-with-matches --files-without-match -r -R --recursive --dereference-recursive",
    optional: "--color --colour",
    reads: "-f --file --exclude-from",
    deep: "-r -R --recursive --dereference-recursive",
    operands: PATTERN_FIRST,
    readOnly: GLOBS,
  },
  {
    names: "rg",
    values:
      "-e -A -B -C -m -d -g -j -M -t -T -r -E --regexp --after-context --before-context --context --max-count --max-depth --glob --iglob --threads --max-columns --type --type-not --type-add --type-clear --replace --encoding --sort --sortr --color --colors --context-separator --field-context-separator --field-match-separator --max-filesize --path-separator --dfa-size-limit --regex-size-limit --engine --hyperlink-format --generate --pre --pre-glob --hostname-bin",
    flags: "--files --files-with-matches --files-without-match --pretty --search-zip -z",
    reads: "-f --file --ignore-file",
    deep: "*",
    operands: { first: "data", firstUnless: "-e --regexp -f --file --files --type-list", rest: "read" },
    readOnly: { refused: "--pre --pre-glob --hostname-bin -z --search-zip" },
  },
];

/** Every spelling of `-revert` writes a binary from its dump. */
function refuseRevert({ words }: { readonly words: readonly { readonly text: string | null }[] }): string | null {
  return words.some(({ text }, at) => at > 0 && /^--?r/.test(text ?? "")) ? "`-r` writes" : null;
}
