import { mayAskForm } from "../../approval/client/may-ask-form.ts";
import { readVerdict } from "../../approval/client/read-verdict.ts";
import { toClientQuestion } from "../../approval/client/to-client-question.ts";
import { isFromMcp } from "../../model/call.ts";
import type { DecidedCall, RawCall } from "../../model/call.ts";
import type { Question } from "../../model/question.ts";
import { toPolicyTool } from "../../policy/to-policy-tool.ts";
import type { Approval, ApprovalAnswer } from "../../storage/repositories.ts";
import { authorise } from "../authorise.ts";
import { gather } from "../gather.ts";
import type { Gate } from "../gate.ts";

/** How a call reaches the person at its client. */
export type ClientLine = Pick<RawCall, "ask" | "client">;

interface Asking {
  readonly gate: Gate;
  readonly line: ClientLine;
  /** The question is answered, or the call has ended: nobody has to be asked any more. */
  readonly signal: AbortSignal;
  /** Resolves when it is answered, wherever that was. */
  readonly answered: Promise<void>;
}

/**
 * Puts the question of a waiting call to the person at its client as well, and writes down what they answer. Never rejects:
 * whatever goes wrong there, the question stays where everybody else answers it.
 */
export async function askAtClient(
  asked: Approval,
  decided: DecidedCall,
  { gate, line, signal, answered }: Asking,
): Promise<void> {
  const { ask } = line;
  // Other doors have ways of their own to ask whoever calls.
  if (ask === undefined || !isFromMcp(decided.call.entry)) return;
  try {
    const found = await findQuestion(asked, decided, gate, line);
    if (found === null || signal.aborted) return;
    const question = found.kind === "url" ? { ...found, completed: answered } : found;
    // A client that fails has not answered; that is its own affair.
    const answer = await ask(question, signal).catch(() => null);
    const verdict = answer === null ? null : readVerdict(question, answer);
    if (verdict === null || signal.aborted) return;
    if (verdict === "deny" || (await mayStillForm(decided, gate))) await write(asked, verdict, decided, gate);
  } catch (error) {
    if (!signal.aborted) gate.logFailure(decided.call.id, error);
  }
}

async function findQuestion(
  asked: Approval,
  decided: DecidedCall,
  gate: Gate,
  { client }: ClientLine,
): Promise<Question | null> {
  const mayForm = await mayFormNow(decided, gate);
  return toClientQuestion(asked, { client, mayForm, url: gate.approvalPage.url(asked.id) });
}

async function mayFormNow({ decision, tool }: DecidedCall, gate: Gate): Promise<boolean> {
  const { elicitForm, headless } = gate.permissions;
  return mayAskForm({
    isWanted: elicitForm && !headless,
    decision,
    tool: toPolicyTool(tool),
    approvers: gate.approvers(),
    rules: (await gate.currentPolicy()).rules,
  });
}

/** Minutes may have passed, and whoever is at the client may not be enough any more; then the question waits for others. */
async function mayStillForm(decided: DecidedCall, gate: Gate): Promise<boolean> {
  const now = await authorise(await gather(decided, gate), gate);
  return now.decision.effect === "allow" || mayFormNow(now, gate);
}

/** The record comes first: an answer that nobody could find out about must not count. */
async function write(
  asked: Approval,
  verdict: ApprovalAnswer["verdict"],
  { call }: DecidedCall,
  gate: Gate,
): Promise<void> {
  const { caller } = call;
  const { credential } = caller;
  const appended = await gate.audit.append({
    kind: "admin",
    callId: null,
    tool: null,
    status: "approval.answer",
    code: null,
    caller,
    workspace: gate.config.workspace,
    data: { approval: asked.id, verdict, reason: null, through: credential },
  });
  if (!appended.ok) throw new Error(`the answer of the client could not be recorded: ${appended.message}`);
  // Written `token:ID`, what names the credential would be taken for a secret, and hidden from whoever reads who it was.
  const by = `a person through the client of ${caller.agent} (${credential.replace(":", " ")})`;
  await gate.approvals.answer(asked, { verdict, by, credential });
}
