import type { CallEvent } from "../../../model/call.ts";
import { showText } from "../../../text/show-text.ts";

const MAX_MESSAGE = 500;

/** What an event means for somebody who waits for a task; `null`: nothing. */
export function toStatusMessage(event: CallEvent): string | null {
  switch (event.kind) {
    case "awaiting-approval": {
      const { tool, approvalId, expiresAt } = event;
      return `Waiting until ${expiresAt} for a person to approve \`${tool}\`: toolgate approvals approve ${approvalId}`;
    }
    case "approval-cancelled":
      return event.cause === "resolved_elsewhere"
        ? `Approval ${event.approvalId} was answered.`
        : `Approval ${event.approvalId} ended (${event.cause}).`;
    case "started":
      return `Call ${event.callId} is running.`;
    case "progress":
      return toProgress(event);
    case "output":
    case "log":
      return null;
  }
}

function toProgress({ progress, total, message }: Extract<CallEvent, { kind: "progress" }>): string {
  if (message !== undefined) return showText(message, MAX_MESSAGE);
  return total === undefined ? `Progress: ${progress}` : `Progress: ${progress} of ${total}`;
}
