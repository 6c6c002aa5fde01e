import { constants } from "node:os";
import type { SeenInside } from "../../../backends/backend.ts";
import type { AdmittedCall } from "../../../model/call.ts";
import type { ErrorInfo } from "../../../model/errors.ts";
import { isProgramPlan } from "../../../model/plan.ts";
import type { Plan } from "../../../model/plan.ts";
import { describeSandbox } from "../../../text/describe-sandbox.ts";
import type { ProcessResult } from "../../../process/process-runner.ts";

/** How a program's end is told to the caller; `null`: it went well. */
export function endError(
  { end, refusedHosts = [] }: Pick<ProcessResult & Partial<SeenInside>, "end" | "refusedHosts">,
  { plan, tool }: AdmittedCall,
): ErrorInfo | null {
  switch (end.kind) {
    case "exited":
      return end.exitCode === 0
        ? null
        : fail("EXIT_NONZERO", describeExit(end.exitCode, plan), hintOfConfinement(plan, refusedHosts));
    case "signalled":
      return fail("KILLED_BY_SIGNAL", `process was ended by ${end.signal}`);
    case "timeout":
      return fail(
        "TIMEOUT",
        `\`${tool.name}\` took longer than ${plan.timeoutMs / 1000} s and was ended`,
        plan.timeoutMs < tool.limits.timeoutMs ? "give the call more time" : "raise the tool's `timeout_seconds`",
      );
    case "output-limit":
      return fail("OUTPUT_LIMIT", `\`${tool.name}\` wrote more than the operator's limit and was ended`);
    case "cancelled":
      return fail("CANCELLED", "the call was cancelled and everything it had started was ended");
    case "spawn-failed":
      return fail("SPAWN_FAILED", `the program could not be started: ${end.message} (${end.errno})`);
    case "runner-lost":
      return fail("RUNNER_LOST", "the process that runs programs died; everything it had started was ended");
  }
}

/** Whatever confines a program ends by itself, and says a signal only as shells do; a program can end so, too. */
function describeExit(exitCode: number, plan: Plan): string {
  const said = `process exited with status ${exitCode}`;
  const isConfined = isProgramPlan(plan) && plan.sandbox !== undefined;
  const [signal] =
    Object.entries(constants.signals).find(([, number]) => isConfined && number + 128 === exitCode) ?? [];
  return signal === undefined ? said : `${said}, as one does that ${signal} ended`;
}

const SHOWN_HOSTS = 5;

/** A program does not know that it is confined, and blames the network or the disk. */
function hintOfConfinement(plan: Plan, refusedHosts: readonly string[]): string | null {
  if (!isProgramPlan(plan) || plan.sandbox === undefined) return null;
  const more = refusedHosts.length > SHOWN_HOSTS ? ` and ${refusedHosts.length - SHOWN_HOSTS} more` : "";
  const asked = refusedHosts.slice(0, SHOWN_HOSTS).join(", ") + more;
  const refused = asked === "" ? "" : `, and asked for hosts that it does not get: ${asked}`;
  return `it ran ${describeSandbox(plan.sandbox)}${refused}; a person can give it more with a row of \`[[sandbox.tools]]\``;
}

function fail(code: ErrorInfo["code"], message: string, hint: string | null = null): ErrorInfo {
  return { code, message, hint, details: {} };
}
