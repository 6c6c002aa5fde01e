import type { Explanation } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { describeCall } from "../arguments/call-options.ts";
import { readCallRequest } from "../arguments/read-call-request.ts";
import type { CallIdentityOptions } from "../arguments/call-options.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderError } from "../output/outcome.ts";
import type { Screen } from "../output/screen.ts";
import { warnUntrusted } from "../output/untrusted.ts";

/** What both commands that use it end with, for their help. */
export const EXPLAIN_EXIT_CODES =
  "\nEnds with 0 when the call would run, 3 when it would be refused, 4 when a human would be asked.\n";

/** Walks a call up to its decision, shows it with `render`, and runs nothing. */
export async function explainCall(
  cli: Cli,
  target: string | Tool,
  options: CallIdentityOptions,
  render: (explanation: Explanation, screen: Screen) => string,
): Promise<ExitCode> {
  const request = await readCallRequest(target, options, cli);
  return cli.withRuntime("all", async (runtime) => {
    warnUntrusted(runtime.config.trust, cli);
    const explanation = await runtime.explain(await describeCall(target, request, options.agent, runtime));
    cli.print(explanation, (screen) => {
      const { refusal } = explanation;
      const refused = refusal === null ? "" : `refused in ${refusal.step}\n${renderError(refusal.error, screen)}`;
      return [render(explanation, screen), refused].filter((part) => part !== "").join("\n");
    });
    return toExitCode(explanation);
  });
}

function toExitCode({ decision, refusal }: Explanation): ExitCode {
  if (refusal !== null || decision === null || decision.effect === "deny") return EXIT.refused;
  return decision.effect === "ask" ? EXIT.pending : EXIT.ok;
}
