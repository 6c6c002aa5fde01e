import { showText } from "../../text/show-text.ts";
import type { NeverBegan } from "../sandbox.ts";

/** Why bubblewrap, which works here, did not start this program. `stderr` is its own message. */
export function explainStart(stderr: string): NeverBegan {
  const said = stderr.trim().split("\n").at(-1) ?? "";
  const [, program, reason = ""] = /^bwrap: execvp (.*): ([^:]+)$/.exec(said) ?? [];
  if (program !== undefined) {
    return {
      errno: REASONS[reason] ?? "EINVAL",
      message: `${showText(program)}, inside its confinement: ${reason}${hintAt(reason)}`,
    };
  }
  const why = said === "" ? "it said nothing" : showText(said, 300);
  return { errno: "SANDBOX_UNAVAILABLE", message: `it could not be confined as planned: ${why}` };
}

/** The file itself was there when the call was planned, so what is missing is out of sight. */
function hintAt(reason: string): string {
  if (reason !== "No such file or directory") return "";
  return " (it, or the interpreter that its first line names, is not shown there; `readable` in [sandbox] shows a folder)";
}

const REASONS: Readonly<Record<string, string>> = {
  "No such file or directory": "ENOENT",
  "Permission denied": "EACCES",
  "Exec format error": "ENOEXEC",
  "Argument list too long": "E2BIG",
};
