import { hashFile } from "../../facts/hash-file.ts";
import { Refused } from "../../model/errors.ts";
import type { PlannedPath } from "../../model/plan.ts";
import { isWithin } from "../../params/posix-path.ts";
import type { Gate } from "../gate.ts";

/** Where a program stands now; `called` is for messages. @throws Refused when it is not there or cannot be executed */
export function locateProgram(
  binary: string,
  { programs, config }: Gate,
  called = `the program \`${binary}\``,
): PlannedPath {
  const fact = programs.find(binary);
  if (!("found" in fact)) return withContent(fact, config.workspaceRoots);
  const details = { program: binary, looked: fact.looked };
  if (fact.reason === "missing") {
    const hint = `install \`${binary}\`, or name it by its absolute path in the tool`;
    throw new Refused("validate", "PROGRAM_NOT_FOUND", `${called} was not found`, { hint, details });
  }
  const [why, hint] = NOT_EXECUTABLE[fact.reason];
  const message = `${called} is there, but ${why}`;
  throw new Refused("validate", "PROGRAM_NOT_EXECUTABLE", message, { hint, details });
}

/** An agent may be able to write in the workspace: a program there is bound by what it says, not only by its name. */
function withContent(program: PlannedPath, roots: readonly string[]): PlannedPath {
  const isReachable = roots.some((root) => isWithin(program.resolved, root));
  return isReachable ? { ...program, contentHash: hashFile(program.resolved) } : program;
}

const NOT_EXECUTABLE = {
  "not-executable": ["this user may not execute it", "give it execute permission"],
  "no-interpreter": [
    "it is a text file without a `#!` line, which the system would hand to a shell",
    "begin the file with `#!` and the interpreter's path",
  ],
} as const;
