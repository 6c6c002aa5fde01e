import type { ItemWord } from "../../analysis.ts";
import { isSafeVariable } from "../../variables.ts";
import { judgeTest } from "../read-only/judge-test.ts";
import { isHarmlessValue } from "../wrappers/harmless-value.ts";
import type { CommandRow, GivenCommand } from "./command-row.ts";

const LISTS = { rest: "list" } as const;
const GLOBS = { globs: true };

/** Commands that say something about files, the machine or the shell, and commands that only compute or print. */
export const LOOK_COMMANDS: readonly CommandRow[] = [
  {
    names: "ls, dir, vdir",
    values: "-I -w -T --block-size --hide --ignore --quoting-style --sort --time --time-style --width",
    operands: LISTS,
    readOnly: GLOBS,
  },
  {
    names: "stat",
    values: "-c --format --printf",
    operands: LISTS,
    readOnly: GLOBS,
  },
  { names: "readlink, realpath", values: "--relative-to --relative-base", operands: LISTS, readOnly: GLOBS },
  { names: "basename, dirname", values: "-s --suffix", readOnly: GLOBS },
  {
    names: "du",
    values: "-d -t -B --max-depth --threshold --block-size --exclude --time --time-style",
    optional: "--time",
    reads: "-X --exclude-from --files0-from",
    operands: LISTS,
    readOnly: { globs: true, refused: "--files0-from" },
  },
  {
    names: "df",
    values: "-B -t -x --block-size --type --exclude-type",
    optional: "--output",
    operands: LISTS,
    readOnly: GLOBS,
  },
  {
    names: "file",
    values: "-e -F -P --exclude --exclude-quiet --separator --parameter",
    flags: "--mime --mime-type --mime-encoding -C --compile -z -Z --uncompress --uncompress-noreport",
    reads: "-f --files-from -m --magic-file",
    operands: { rest: "read" },
    readOnly: { refused: "-C --compile -m --magic-file -f --files-from -z -Z --uncompress --uncompress-noreport" },
  },
  {
    names: "tree",
    values: "-L -P -I -H -T --charset --filelimit --timefmt --sort",
    // Whatever stands beside `-o` in one word, the next word is the file.
    writes: "-o --output",
    reads: "--fromfile --fromtabfile --infofile --gitfile",
    operands: LISTS,
    readOnly: { refused: "-R --fromfile --fromtabfile" },
  },
  {
    names: "cd",
    flags: "-L -P -e",
    operands: LISTS,
    readOnly: {
      only: true,
      most: 1,
      check: ({ words }) => (words.some(({ text }) => text === "-") ? "`-` is whatever folder was before" : null),
    },
  },
  { names: "pwd", flags: "-L -P", readOnly: { only: true, most: 0 } },
  { names: "echo, :, true, false", readOnly: { globs: true, data: true } },
  { names: "printf", readOnly: { globs: true, data: true, check: judgePrintf } },
  { names: "test, [", readOnly: { check: ({ words }) => judgeTest(words) } },
  { names: "seq, expr, factor, numfmt", readOnly: GLOBS },
  { names: "sleep", readOnly: { bare: true, check: judgeSleep } },
  {
    names: "date",
    values: "-d --date",
    optional: "-I --iso-8601 --rfc-3339",
    flags: "-u --utc --universal -R --rfc-email --debug",
    reads: "-r --reference -f --file",
    readOnly: { only: true, refused: "-f --file", check: judgeDate },
  },
  { names: "cal, ncal", readOnly: {} },
  {
    names: "hostname",
    flags: "-a -A -d -f -i -I -s --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short",
    readOnly: { only: true, most: 0 },
  },
  {
    names: "uname, arch, nproc, whoami, logname, tty, groups, uptime, free, lscpu, getconf, locale",
    readOnly: GLOBS,
  },
  { names: "id, w, lsblk", readOnly: GLOBS },
  { names: "who, users", operands: { rest: "read" }, readOnly: GLOBS },
  { names: "tput", values: "-T", readOnly: {} },
  { names: "which, type", readOnly: GLOBS },
  { names: "command", flags: "-v -V -p", readOnly: { only: true, check: judgeQuery } },
  { names: "ps", values: "-C -G -g -o -O -p -q -s -t -u -U -k", readOnly: { refused: "-E", check: judgeProcesses } },
  { names: "pgrep", reads: "-F --pidfile", readOnly: {} },
  { names: "lsof", readOnly: { refused: "-D" } },
  {
    names: "ss",
    values: "-f -A --family --query --socket",
    reads: "-F --filter",
    writes: "-D --diag",
    readOnly: { refused: "-K --kill -N --net -F --filter" },
  },
  // Without arguments; with any, it starts a program.
  { names: "env", flags: "-0 --null", readOnly: { only: true, most: 0, secret: true } },
  { names: "printenv", flags: "-0 --null", readOnly: { only: true, secret: true } },
  { names: "export", readOnly: { bare: true, check: judgeExport } },
];

function judgePrintf({ words }: GivenCommand): string | null {
  const first = words[1];
  const isFormat = first?.text != null && !first.glob && (first.text === "--" || !first.text.startsWith("-"));
  return isFormat ? null : "its first word may be `-v`, which sets a variable";
}

const MOST_SECONDS = 600;
const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };

function judgeSleep({ words }: GivenCommand): string | null {
  let seconds = 0;
  for (const { text } of words.slice(1)) {
    const [, digits, unit = ""] = /^([0-9]{1,9}(?:\.[0-9]{0,9})?)([smhd]?)$/.exec(text ?? "") ?? [];
    if (digits === undefined) return "this is no number of seconds";
    seconds += Number(digits) * (SECONDS[unit] ?? Infinity);
  }
  return seconds <= MOST_SECONDS ? null : `it waits longer than ${MOST_SECONDS} seconds`;
}

function judgeDate({ words, parsed }: GivenCommand): string | null {
  const sets = parsed.operands.some((at) => words[at]?.text?.startsWith("+") !== true);
  return sets ? "an operand that is no `+format` sets the clock" : null;
}

/** Only the forms that ask where a command is. */
function judgeQuery({ parsed }: GivenCommand): string | null {
  const asks = parsed.options.some(({ names }) => names.includes("-v") || names.includes("-V"));
  return asks ? null : "only `command -v` and `command -V` ask and run nothing";
}

/** Letters without a dash are options of their own. */
function judgeProcesses({ words, parsed }: GivenCommand): string | null {
  const shows = parsed.operands.some((at) => /^[A-Za-z]*e[A-Za-z]*$/.test(words[at]?.text ?? ""));
  return shows ? "`e` prints the environment of every process" : null;
}

function judgeExport({ words }: GivenCommand): string | null {
  if (words.length < 2) return "alone it prints every variable";
  return words.slice(1).every(isHarmless) ? null : "a variable that other programs may act on";
}

function isHarmless({ text }: ItemWord): boolean {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text ?? "") ?? [];
  return name !== undefined && value !== undefined && isSafeVariable(name) && isHarmlessValue(value);
}
