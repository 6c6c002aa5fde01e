import type { ControlPlane } from "../../call/runtime.ts";
import type { CallEvent } from "../../model/call.ts";
import type { Cli } from "../cli.ts";
import { escapeBlock, escapeLine } from "../output/text/escape.ts";
import { renderTime } from "../output/text/relative-time.ts";
import type { QuestionEnd } from "./approval-question.ts";
import { createStatusLine } from "./status-line.ts";

/** What a human sees on standard error while a call is under way. */
export interface CallView {
  readonly onEvent: (event: CallEvent) => void;
  /** Whether all of the output was shown here already. */
  readonly hasShownOutput: boolean;
  /** Takes the question and the status line away. */
  close(): Promise<void>;
}

export interface CallViewOptions {
  readonly tool: string;
  /** What questions are looked up and answered with. */
  readonly withControl: WithControl;
  /** Ends the call; used when the human presses Ctrl-C at the question. */
  readonly cancel: () => void;
}

/** Opens the control plane where it is not open, for as long as it is used. */
export type WithControl = <T>(use: (control: ControlPlane) => Promise<T>) => Promise<T>;

export function createCallView(cli: Cli, { tool, withControl, cancel }: CallViewOptions): CallView {
  const status = createStatusLine(cli.err);
  /** Nothing is left to ask: the call was answered, here or elsewhere, or it ended. */
  const answered = new AbortController();
  const label = escapeLine(tool);
  let question: Promise<void> = Promise.resolve();
  let hasShownOutput = false;
  status.show(label);
  return {
    onEvent: (event) => {
      if (event.kind === "awaiting-approval") question = ask(event.approvalId, event.expiresAt);
      else if (event.kind === "approval-cancelled") answered.abort();
      else if (event.kind === "started") {
        answered.abort();
        void question.then(() => status.show(label));
      } else if (event.kind === "progress") {
        status.show(`${label} ${describeProgress(event)}`);
      } else if (event.kind === "output" && cli.err.isTerminal) {
        hasShownOutput = true;
        // The question may still be on its way off the screen.
        void question.then(() => status.print(escapeBlock(event.text)));
      }
    },
    get hasShownOutput() {
      return hasShownOutput;
    },
    close: async () => {
      answered.abort();
      await question;
      status.close();
    },
  };

  async function ask(id: string, expiresAt: string): Promise<void> {
    status.hide();
    if (!cli.isInteractive) {
      printHowToAnswer(cli, id, expiresAt);
      return;
    }
    const end = await withControl((control) => askHere(id, control)).catch((error: unknown) => {
      cli.err.line(escapeLine(error instanceof Error ? error.message : String(error)));
      return "left" as const;
    });
    if (end === "cancelled") cancel();
    else if (end === "left" && answered.signal.aborted) cli.err.line("Nothing to answer here any more.");
    else if (end === "left") {
      printHowToAnswer(cli, id, expiresAt);
      status.show(`${label} waits for a human`);
    }
  }

  /** `null`: there is nothing to ask any more. */
  async function askHere(id: string, control: ControlPlane): Promise<QuestionEnd | null> {
    const approval = await control.approvals.get(id);
    if (approval === null || answered.signal.aborted) return null;
    const { askAboutApproval } = await import("./approval-question.ts");
    const leave = "Leave it to somebody else";
    return askAboutApproval(approval, { cli, control, leave, signal: answered.signal });
  }
}

function printHowToAnswer(cli: Cli, id: string, expiresAt: string): void {
  const until = renderTime(expiresAt, new Date(), cli.err);
  cli.err.line(`This call waits for a human (until ${until}). In another terminal:`);
  cli.err.line(`  toolgate approvals approve ${id}`);
  cli.err.line(`  toolgate approvals deny ${id}`);
}

function describeProgress({ progress, total, message }: Extract<CallEvent, { kind: "progress" }>): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? count : `${count} ${escapeLine(message)}`;
}
