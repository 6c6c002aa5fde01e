import { randomUUID } from "node:crypto";
import type { Approval, ApprovalRepository } from "../storage/repositories.ts";
import { isSealed, sealAnswer } from "./answer-mac.ts";
import type { ApprovalClock } from "./approval-clock.ts";
import { SYSTEM_CLOCK } from "./approval-clock.ts";
import type { ApprovalDesk, ApprovalEnd } from "./approval-desk.ts";

/** How soon an answer given in another process is noticed. */
const POLL_MS = 50;

export interface ApprovalDeskOptions {
  readonly approvals: ApprovalRepository;
  readonly approverKey: Uint8Array;
  /** How long a question that is asked now waits for an answer. */
  readonly timeoutMs: () => number;
  /** @default the machine's */
  readonly clock?: ApprovalClock | undefined;
}

export function createApprovalDesk(options: ApprovalDeskOptions): ApprovalDesk {
  const { approvals, approverKey, timeoutMs, clock = SYSTEM_CLOCK } = options;
  return {
    async ask({ held, summary, ...question }) {
      const createdAt = new Date(clock.now());
      const approval = {
        id: randomUUID(),
        ...question,
        summary: { ...summary, held, holder: held ? process.pid : null },
        createdAt: createdAt.toISOString(),
        expiresAt: new Date(createdAt.getTime() + timeoutMs()).toISOString(),
      };
      await approvals.create(approval);
      return { ...approval, state: "pending", answer: null };
    },
    countOpen: (credential) => approvals.countOpen(credential, new Date(clock.now())),
    wait: (approval, signal) => waitForAnswer(approval, signal, { approvals, key: approverKey, clock }),
    async answer(approval, given) {
      const now = new Date(clock.now());
      const unsealed = { ...given, reason: null, at: now.toISOString(), grant: null };
      return approvals.answer(approval.id, sealAnswer(approverKey, approval, unsealed), now);
    },
    async findLatest(binding, credential) {
      const latest = await approvals.findLatest(binding, credential, new Date(clock.now()));
      if (latest === null || latest.state === "pending") return latest;
      return latest.answer !== null && isSealed(approverKey, latest, latest.answer) ? latest : null;
    },
  };
}

interface Desk {
  readonly approvals: ApprovalRepository;
  readonly key: Uint8Array;
  readonly clock: ApprovalClock;
}

async function waitForAnswer(asked: Approval, signal: AbortSignal, desk: Desk): Promise<ApprovalEnd> {
  const { approvals, key, clock } = desk;
  const since = clock.elapsed();
  const expiresAt = Date.parse(asked.expiresAt);
  const lifetime = expiresAt - Date.parse(asked.createdAt);
  for (;;) {
    const end = judge(await approvals.get(asked.id), key);
    if (end !== null) return end;
    if (signal.aborted) return giveUp(asked, "cancelled", desk);
    // A clock that is set back must not keep the question alive.
    const isOver = clock.now() >= expiresAt || clock.elapsed() - since >= lifetime;
    if (isOver) return giveUp(asked, "expired", desk);
    await pause(POLL_MS, signal);
  }
}

/** `null`: still open. Anything that is not a proven approval is a no. */
function judge(approval: Approval | null, key: Uint8Array): ApprovalEnd | null {
  if (approval === null) return { kind: "cancelled" };
  if (approval.state === "pending") return null;
  if (approval.state === "expired") return { kind: "timeout" };
  const { answer } = approval;
  if (answer === null || approval.state === "cancelled" || approval.state === "consumed") return { kind: "cancelled" };
  if (!isSealed(key, approval, answer)) {
    return { kind: "denied", by: "Toolgate", reason: "the stored answer was not given with the approver key" };
  }
  if (approval.state === "approved" && answer.verdict === "approve") return { kind: "approved", approval };
  return { kind: "denied", by: answer.by, reason: answer.reason };
}

/** An answer that came at the last moment was first, and wins. */
async function giveUp(asked: Approval, state: "cancelled" | "expired", { approvals, key }: Desk): Promise<ApprovalEnd> {
  const mine = await approvals.end(asked.id, state);
  if (mine) return { kind: state === "expired" ? "timeout" : "cancelled" };
  return judge(await approvals.get(asked.id), key) ?? { kind: "cancelled" };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
