import type { ItemAssignment, ItemWord } from "../../analysis.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { declareVariables } from "./declare-variables.ts";
import { judgeEvaluation } from "./judge-evaluation.ts";
import { judgeNames } from "./judge-names.ts";
import { judgeTest } from "./judge-test.ts";
import { changeFolder, isFolderCommand } from "../folders/change-folder.ts";
import type { Folders, Outcome } from "../folders/folders.ts";
import { stay } from "../folders/folders.ts";
import type { Reading } from "../words/reading.ts";
import { complain } from "../words/reading.ts";
import type { Positioned } from "../walk.ts";

/** One simple command, its words read. */
interface ReadCommand {
  readonly words: readonly ItemWord[];
  /** Assignments among its arguments. */
  readonly declared: readonly ItemAssignment[];
  readonly at: Positioned;
  readonly from: Folders;
  readonly reading: Reading;
}

interface Judged {
  /** Assignments that were arguments in quotes. */
  readonly assignments: readonly ItemAssignment[];
  readonly outcome: Outcome;
}

const ANYWHERE: Outcome = { ok: null, fail: null };

/** Reports what a builtin of the shell would run, redefine or set, and says where the shell may be after it. */
export function judgeCommand({ words, declared, at, from, reading }: ReadCommand): Judged {
  const called = findCalled(words);
  if (called === null) return { assignments: [], outcome: stay(from) };
  const [program, ...args] = called;
  if (program.text === null || program.glob) {
    complain(reading, at, "dynamic-program", "the name of the program is only known when a shell runs the line");
    return { assignments: [], outcome: ANYWHERE };
  }
  const call: BuiltinCall = { name: program.text, args, at, reading };
  const assignments = declareVariables(call, declared);
  judgeNames(call);
  judgeTest(call);
  const runsCode = judgeEvaluation(call);
  return { assignments, outcome: runsCode ? ANYWHERE : toOutcome(call, from) };
}

type Called = readonly [ItemWord, ...ItemWord[]];

/** Looks through `command` and `builtin`, which run builtins by another name; `null`: nothing runs, or is only asked about. */
function findCalled(words: readonly ItemWord[]): Called | null {
  const rest = [...words];
  let program = rest.shift();
  while (program?.text === "command" || program?.text === "builtin") {
    const options = program.text === "command" ? /^-(?:-|p+)$/ : /^--$/;
    let next = rest.shift();
    while (next !== undefined && options.test(next.text ?? "")) next = rest.shift();
    if (next?.text !== undefined && /^-\w*[vV]/.test(next.text ?? "")) return null;
    program = next;
  }
  return program === undefined ? null : [program, ...rest];
}

function toOutcome({ name, args }: BuiltinCall, from: Folders): Outcome {
  if (isFolderCommand(name)) return changeFolder(name, args, from);
  const [status, ...more] = args;
  const isExit = name === "exit" && more.length === 0 && (status === undefined || /^[0-9]+$/.test(status.text ?? ""));
  return isExit ? { ok: [], fail: [] } : stay(from);
}
