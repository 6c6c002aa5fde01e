import { choosesProgram } from "./chosen-program.ts";
import { findOptionCode, toOperands } from "./code-word.ts";
import type { CodeWord } from "./code-word.ts";

type Judge = (words: readonly CodeWord[]) => boolean;

/** Programs that run an operand, or what only some of their options carry, as code. */
const JUDGES: readonly (readonly [program: RegExp, runsValue: Judge])[] = [
  [
    /^watch$/,
    (words) => !words.some(({ start }) => /^(-[a-z]*x|--exec)$/.test(start)) && some(words, /^(-n|--interval)$/),
  ],
  [/^parallel$/, runsInParallel],
  [/^(ssh|mosh|rsh)$/, runsRemotely],
  [
    /^([gmn]|original-)?awk$/,
    (words) => runsScript(words, /^(-[efE]|--source|--file|--exec)$/, /^(-[vF]|--assign|--field-separator)$/),
  ],
  [/^g?sed$/, (words) => runsScript(words, /^(-[nrszuE]*[ef]|--expression|--file)$/, /^(-l|--line-length)$/)],
  [/^env$/, (words) => optionHolds(words, /^(-[a-z0-9]*S|--split-string)$/)],
  [/^g?find$/, (words) => follows(words, /^-(exec|execdir|ok|okdir)$/)],
  [
    /^(g|bsd)?tar$/,
    (words) =>
      optionHolds(
        words,
        /^(-I|-F|--(to-command|checkpoint-action|use-compress-program|rsh-command|info-script|new-volume-script))$/,
      ),
  ],
  [/^rsync$/, (words) => optionHolds(words, /^(-[a-zA-Z]*e|--rsh|--rsync-path)$/)],
  [/^git$/, runsInGit],
  [/^sort$/, (words) => optionHolds(words, /^--compress-program$/)],
  [/^split$/, (words) => optionHolds(words, /^--filter$/)],
  [/^(scp|sftp)$/, (words) => optionHolds(words, /^-S$/) || setsRemoteCommand(words)],
  [/^(node|nodejs|bun|deno)$/, (words) => leadingHolds(words, /^(-r|--require|--import|--(experimental-)?loader)$/)],
  [/^perl[0-9.]*$/, (words) => leadingHolds(words, /^-[MmI]$/)],
  [/^ruby[0-9.]*$/, (words) => leadingHolds(words, /^-[rI]$/)],
  [/^php[0-9.]*$/, (words) => leadingHolds(words, /^(-d|--define)$/)],
  [/^gdb$/, (words) => optionHolds(words, /^(-i?ex|-x|--?((init-)?eval-)?command)$/)],
  [
    /^(vi|n?vim|ex|view|n?vimdiff)$/,
    (words) =>
      optionHolds(words, /^(-[cSu]|--cmd)$/) || words.some(({ start, hasValue }) => hasValue && start.startsWith("+")),
  ],
  [/^emacs(client)?$/, (words) => optionHolds(words, /^(-[fle]|--?(eval|funcall|load|execute))$/)],
  [/^zip$/, (words) => optionHolds(words, /^(-TT|--unzip-command)$/)],
  [/^man$/, (words) => optionHolds(words, /^(-P|--pager)$/)],
  [/^(hg|cargo)$/, (words) => optionHolds(words, /^--config$/)],
  [/^curl$/, (words) => optionHolds(words, /^(-K|--config)$/)],
  [/^(nc|ncat|netcat)$/, (words) => optionHolds(words, /^(-[ec]|--(sh-|lua-)?exec)$/)],
  [/^gnuplot$/, (words) => optionHolds(words, /^-e$/)],
];

/** Whether the program, given these words, would run a caller's value. */
export function runsOperand(program: string, words: readonly CodeWord[]): boolean {
  return choosesProgram(program, words) || JUDGES.some(([known, judge]) => known.test(program) && judge(words));
}

function some(words: readonly CodeWord[], valued: RegExp): boolean {
  return toOperands(words, valued).some(({ hasValue }) => hasValue);
}

function optionHolds(words: readonly CodeWord[], option: RegExp): boolean {
  return words.some((_, index) => {
    const rest = words.slice(index);
    const code = findOptionCode(rest, option);
    return code !== null && rest[code]?.hasValue === true;
  });
}

/** What comes after the script are the script's own arguments. */
function leadingHolds(words: readonly CodeWord[], option: RegExp): boolean {
  const [script] = toOperands(words, option);
  return optionHolds(script === undefined ? words : words.slice(0, words.indexOf(script)), option);
}

function follows(words: readonly CodeWord[], option: RegExp): boolean {
  return words.some(
    ({ start, hasValue }, index) => !hasValue && option.test(start) && words[index + 1]?.hasValue === true,
  );
}

/** Without a command before `:::`, what follows it are the commands. */
function runsInParallel(words: readonly CodeWord[]): boolean {
  const end = words.findIndex(({ start }) => start.startsWith(":::"));
  const before = end === -1 ? words : words.slice(0, end);
  const valued =
    /^(-[janNILSP]|--(jobs|delay|timeout|retries|arg-file|max-args|sshlogin|colsep|joblog|results|tmpdir))$/;
  const command = toOperands(before, valued);
  return command.length === 0 ? words.some(({ hasValue }) => hasValue) : command.some(({ hasValue }) => hasValue);
}

/** What follows the host is joined and handed to a shell there. */
function runsRemotely(words: readonly CodeWord[]): boolean {
  return (
    setsRemoteCommand(words) ||
    toOperands(words, /^-[BbcDEeFIiJLlmOopQRSWw]$/)
      .slice(1)
      .some(({ hasValue }) => hasValue)
  );
}

function setsRemoteCommand(words: readonly CodeWord[]): boolean {
  const isCommand = ({ start }: CodeWord): boolean => /^(-o)?\s*$|command|include/i.test(start);
  return words.some((word, index) => {
    const isOption = word.start.startsWith("-o") || words[index - 1]?.start === "-o";
    return isOption && word.hasValue && isCommand(word);
  });
}

/** The script is the first operand unless an option brings one. */
function runsScript(words: readonly CodeWord[], script: RegExp, valued: RegExp): boolean {
  if (optionHolds(words, script)) return true;
  if (findOptionCode(words, script) !== null) return false;
  return toOperands(words, valued)[0]?.hasValue === true;
}

const GIT_VALUED = /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/;
const GIT_PROGRAMS =
  /^--(exec-path|upload-pack|receive-pack|exec|open-files-in-pager|extcmd|config|config-env|(tree|index|msg|env|commit|parent|tag-name)-filter)$/;
const GIT_SETTINGS = /^(user|author|committer|color|advice|i18n|column|core\.(quotepath|abbrev)|log\.date)\b[^=]*=/i;

function runsInGit(words: readonly CodeWord[]): boolean {
  const [subcommand, second] = toOperands(words, GIT_VALUED);
  const start = subcommand === undefined ? words.length : words.indexOf(subcommand);
  const isSetting = words.slice(0, start).some((word, index) => {
    const text =
      words[index - 1]?.start === "-c" ? word.start : word.start.startsWith("-c") ? word.start.slice(2) : null;
    return text !== null && word.hasValue && !GIT_SETTINGS.test(text);
  });
  const rest = words.slice(start + 1);
  const isRunner = /^(submodule foreach|bisect run)$/.test(`${subcommand?.start ?? ""} ${second?.start ?? ""}`);
  const isRebase = subcommand?.start === "rebase" && optionHolds(rest, /^-x$/);
  return (
    isSetting || isRebase || optionHolds(words, GIT_PROGRAMS) || (isRunner && rest.some(({ hasValue }) => hasValue))
  );
}
