import type { WrapperRow } from "./wrapper-row.ts";

/** Wrappers that change nothing about what the command does: an allow rule for the command covers them. */
export const PLAIN_WRAPPERS: readonly WrapperRow[] = [
  {
    names: "timeout, gtimeout",
    flags: "--foreground --preserve-status -v --verbose -p -f",
    values: "-k --kill-after -s --signal",
    before: ["duration"],
    allow: { options: "any" },
  },
  {
    names: "time, gtime",
    flags: "-a --append -p --portability -q --quiet -v --verbose -l -h",
    values: "-f --format -o --output",
    // It writes to that file, also when it is cut short.
    allow: { options: "any", except: "-o --output -a --append" },
  },
  { names: "nice", flags: "-#", values: "-n --adjustment", allow: { options: "any" } },
  { names: "nohup", allow: { options: "any" } },
  { names: "stdbuf", values: "-i --input -o --output -e --error", allow: { options: "any" } },
  { names: "command", flags: "-p", queries: "-v -V", allow: { options: "any" } },
  { names: "builtin", allow: { options: "any" } },
  {
    names: "env",
    flags: "-i --ignore-environment -0 --null -v --debug --list-signal-handling",
    values: "-u --unset -C --chdir -a --argv0 -P",
    optional: "--block-signal --default-signal --ignore-signal",
    splits: "-S --split-string",
    before: ["assignments"],
    allow: { options: "none" },
  },
  {
    names: "xargs, gxargs",
    flags: "-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit --show-limits",
    values:
      "-a --arg-file -d --delimiter -E -I -J -L -n --max-args -P --max-procs -R -S -s --max-chars --process-slot-var",
    optional: "-i --replace -e --eof -l --max-lines",
    allow: { options: "none" },
  },
  { names: "exec", flags: "-c -l", values: "-a" },
  { names: "noglob, nocorrect" },
];
