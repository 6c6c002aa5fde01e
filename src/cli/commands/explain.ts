import { addCallOptions } from "../arguments/call-options.ts";
import type { CallIdentityOptions } from "../arguments/call-options.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderConfinement } from "../output/plan.ts";
import { renderChange } from "../output/trace/render-change.ts";
import { renderTrace } from "../output/trace/render-trace.ts";
import { EXPLAIN_EXIT_CODES, explainCall } from "./explain-call.ts";

export const defineExplain: DefineCommand = (command, act) => {
  addCallOptions(command.argument("<name>", "the tool"))
    .addHelpText("after", examples("explain repo.log --arg limit=5") + EXPLAIN_EXIT_CODES)
    .action(act(explain));
};

/** Shows the decision, what every part of the policy said, and what would confine the programs; nothing runs. */
async function explain(cli: Cli, name: string, options: CallIdentityOptions): Promise<ExitCode> {
  return explainCall(cli, name, options, ({ plan, decision, suggestions }, screen) => {
    const confined = plan === null ? "" : renderConfinement(plan, screen);
    if (decision === null) return confined;
    const parts = [renderTrace(decision, screen), confined, renderChange(decision, suggestions, screen)];
    return parts.filter((part) => part !== "").join("\n");
  });
}
