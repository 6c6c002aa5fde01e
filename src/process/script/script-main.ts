import { constants } from "node:os";
import { runScript } from "./run-script.ts";
import { fromScriptArguments } from "./script-order.ts";

const end = await runScript(fromScriptArguments(process.argv.slice(2)));
if (typeof end === "number") process.exitCode = end;
else endLike(end);

/** A script ends as its last program did; where the signal cannot end this process, the shell's number says it. */
function endLike(signal: NodeJS.Signals): void {
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}
