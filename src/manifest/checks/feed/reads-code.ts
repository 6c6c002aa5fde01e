import { SHELL } from "../code/check-interpreter.ts";

/** Programs that run what they read from standard input when no argument names a script. */
const WITHOUT_SCRIPT =
  /^((python|pypy)[0-9.]*|node|nodejs|bun|deno|perl[0-9.]*|ruby[0-9.]*|lua[0-9.]*|php[0-9.]*|R|Rscript|julia|osascript|tclsh|expect|pwsh|crontab|m4|dc|gnuplot)$/;
/** Programs that do so whatever their arguments say. */
const ALWAYS = /^(at|batch|ed|ex|red|gdb)$/;
/** Clients of databases start programs of the machine they run on; with these options they read data, if anything. */
const CLIENTS: readonly (readonly [program: RegExp, given: RegExp])[] = [
  [/^psql$/, /^(-[a-zA-Z]*[cfl]|--(command|file|list)(=.*)?)$/],
  [/^(mysql|mariadb)$/, /^(-e.*|--execute(=.*)?)$/],
];
/** Programs whose script is a file after `-f`. */
const SCRIPT_OPTION = /^(make|gmake|([gmn]|original-)?awk|g?sed)$/;
const STANDARD_INPUT = /^(-|\/dev\/(stdin|fd\/0)|\/proc\/(self|thread-self)\/fd\/0)$/;

/** Whether a program with these arguments runs what comes through its pipe. */
export function readsCode(program: string, args: readonly string[]): boolean {
  const operands = args.filter((arg) => !arg.startsWith("-"));
  const [first] = operands;
  if (ALWAYS.test(program)) return true;
  if (WITHOUT_SCRIPT.test(program)) return first === undefined || STANDARD_INPUT.test(first);
  if (SHELL.test(program)) return first !== undefined && STANDARD_INPUT.test(first);
  if (program === "ssh") return operands.length <= 1;
  if (program === "sqlite3") return operands.length <= 1;
  const client = CLIENTS.find(([names]) => names.test(program));
  if (client !== undefined) return !args.some((arg) => client[1].test(arg));
  return SCRIPT_OPTION.test(program) && args.some((arg, index) => STANDARD_INPUT.test(toScript(arg, args[index - 1])));
}

/** The file of `-f FILE`, `-fFILE` and `--file=FILE`; else nothing. */
function toScript(arg: string, before: string | undefined): string {
  if (before !== undefined && /^(-[a-zA-Z]*f|--(file|makefile))$/.test(before)) return arg;
  return /^(?:-[a-zA-Z]*f|--(?:file|makefile)=)(.+)$/.exec(arg)?.[1] ?? "";
}
