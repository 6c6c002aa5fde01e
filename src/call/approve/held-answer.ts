import { toAwaitingEvent, toCancelledEvent } from "../../approval/question/read-question.ts";
import type { DecidedCall, RawCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { Approval, ApprovalAnswer } from "../../storage/repositories.ts";
import type { Gate, RunningCall } from "../gate.ts";
import { askAtClient } from "./ask-at-client.ts";

/** What of a call leads to whoever made it. */
export type CallerLine = Pick<RawCall, "onEvent" | "ask" | "client">;

/** Waits with a call for the first answer, wherever it is given. @throws Refused unless that is a yes */
export async function heldAnswer(
  asked: Approval,
  decided: DecidedCall,
  { gate, running, line }: { readonly gate: Gate; readonly running: RunningCall; readonly line: CallerLine },
): Promise<Approval> {
  const { onEvent } = line;
  onEvent?.(toAwaitingEvent(asked));
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, running.signal]);
  const { promise: answered, resolve } = Promise.withResolvers<undefined>();
  void askAtClient(asked, decided, { gate, line, signal, answered });
  const end = await gate.approvals.wait(asked, running.signal).finally(() => over.abort());
  if (end.kind === "approved" || end.kind === "denied") resolve(undefined);
  onEvent?.(toCancelledEvent(asked.id, end));
  const details = { approvalId: asked.id };
  switch (end.kind) {
    case "approved":
      return end.approval;
    case "denied":
      throw refusedByHuman(asked.id, end);
    case "timeout": {
      const hint = "a person answers with `toolgate approvals watch`; call again to ask again";
      throw new Refused("approve", "APPROVAL_TIMEOUT", `nobody answered before ${asked.expiresAt}`, { details, hint });
    }
    case "cancelled":
      throw new Refused("approve", "APPROVAL_CANCELLED", "the call ended while it waited for a human", { details });
  }
}

export function refusedByHuman(approvalId: string, answer: Pick<ApprovalAnswer, "by" | "reason"> | null): Refused {
  const because = answer?.reason == null ? "without giving a reason" : `saying: ${answer.reason}`;
  const message = `${answer?.by ?? "a human"} refused this call, ${because}`;
  return new Refused("approve", "APPROVAL_DENIED", message, { details: { approvalId } });
}
