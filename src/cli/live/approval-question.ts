import { isCancel, select } from "@clack/prompts";
import type { ControlPlane } from "../../call/runtime.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { Cli } from "../cli.ts";
import { renderApproval } from "../output/approval.ts";
import { escapeLine } from "../output/text/escape.ts";

/** `left`: nobody answered here; `cancelled`: Ctrl-C. */
export type QuestionEnd = "approve" | "deny" | "left" | "cancelled";

/**
 * Asks the human at this terminal about one call and answers as the owner of this machine. Aborting `signal` takes the
 * question away: somebody else answered, or the call ended.
 */
export async function askAboutApproval(
  approval: Approval,
  { cli, control, leave, signal }: { cli: Cli; control: ControlPlane; leave: string; signal: AbortSignal },
): Promise<QuestionEnd> {
  cli.err.write(`\n${renderApproval(approval, new Date(), cli.err)}`);
  const chosen = await select({
    message: "Run this?",
    options: [
      // Denying comes first, so that an Enter meant for something else allows nothing.
      { value: "deny" as const, label: "Deny" },
      { value: "approve" as const, label: "Approve this one call" },
      { value: "left" as const, label: leave },
    ],
    input: cli.input,
    output: process.stderr,
    signal,
    showInstructions: false,
  });
  if (isCancel(chosen)) return signal.aborted ? "left" : "cancelled";
  if (chosen === "left") return chosen;
  const result = await control.answer(approval.id, chosen, await control.owner(), null);
  if (!result.ok) cli.err.line(escapeLine(result.message));
  return result.ok ? chosen : "left";
}
