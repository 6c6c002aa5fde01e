import { isSafeVariable, isScriptVariable, isUnsafeVariable } from "../../variables.ts";
import type { Reading } from "../words/reading.ts";
import { complain } from "../words/reading.ts";
import type { Positioned } from "../walk.ts";

/**
 * Reports the name of a variable: one that a command `lends` to one program, `sets` for all that follows, or that only holds
 * what is `read`, in a loop or by a builtin.
 */
export function judgeVariable(name: string, how: "lends" | "sets" | "reads", at: Positioned, reading: Reading): void {
  if (isSafeVariable(name)) return;
  if (isUnsafeVariable(name)) {
    complain(reading, at, "unsafe-variable", `the variable ${name} changes what other programs load, run or reach`);
  } else if (how === "sets" || (how === "reads" && !isScriptVariable(name))) {
    complain(reading, at, "assignment", `the variable ${name} is changed for every command after this one`);
  }
}
