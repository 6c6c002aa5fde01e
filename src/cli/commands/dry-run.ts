import type { Tool } from "../../model/tool.ts";
import { addCallOptions } from "../arguments/call-options.ts";
import type { CallIdentityOptions } from "../arguments/call-options.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderDecision } from "../output/decision.ts";
import { renderPlan } from "../output/plan.ts";
import { EXPLAIN_EXIT_CODES, explainCall } from "./explain-call.ts";

export const defineDryRun: DefineCommand = (command, act) => {
  addCallOptions(command.argument("<name>", "the tool"))
    .addHelpText("after", examples("dry-run repo.log --arg limit=5") + EXPLAIN_EXIT_CODES)
    .action(act(dryRun));
};

/** Shows the plan and the decision; nothing runs. */
export async function dryRun(cli: Cli, target: string | Tool, options: CallIdentityOptions): Promise<ExitCode> {
  return explainCall(cli, target, options, ({ plan, decision }, screen) => {
    const parts = [plan === null ? "" : renderPlan(plan, screen)];
    if (decision !== null) parts.push(renderDecision(decision, screen));
    return parts.filter((part) => part !== "").join("\n");
  });
}
