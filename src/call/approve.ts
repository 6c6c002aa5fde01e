import type { AdmittedCall, DecidedCall } from "../model/call.ts";
import { describeQuestion } from "../approval/question/describe-question.ts";
import type { AppendResult } from "../audit/audit-log.ts";
import type { Caller } from "../model/caller.ts";
import type { DecisionCode } from "../model/decision.ts";
import type { Tool } from "../model/tool.ts";
import { Refused } from "../model/errors.ts";
import type { ErrorCode } from "../model/errors.ts";
import { toLimitKeys } from "../policy/limits/to-limit-keys.ts";
import type { PolicyTool } from "../policy/policy.ts";
import { toPolicyTool } from "../policy/to-policy-tool.ts";
import type { Approval } from "../storage/repositories.ts";
import { findTool } from "../registry/find-tool.ts";
import { heldAnswer, refusedByHuman } from "./approve/held-answer.ts";
import type { CallerLine } from "./approve/held-answer.ts";
import { authorise } from "./authorise.ts";
import { gather } from "./gather.ts";
import { toRequest } from "./plan/to-request.ts";
import { describeIntent } from "./record/describe.ts";
import { scrubRecord } from "../output/text/scrub-record.ts";
import type { Gate, RunningCall } from "./gate.ts";

/** Ends a call whose caller can come back with the same call once a human has answered. */
export class Pending extends Error {
  readonly approval: Approval;

  constructor(approval: Approval) {
    super("waiting for a human");
    this.name = "Pending";
    this.approval = approval;
  }
}

/**
 * Lets a call through: what is denied ends here, what asks waits for a human, and whatever is let through has its intent
 * on disk before anything can run.
 */
export async function approve(
  decided: DecidedCall,
  gate: Gate,
  running: RunningCall,
  line: CallerLine,
): Promise<AdmittedCall> {
  if (decided.decision.effect === "deny") throw denied(decided);
  const approval = decided.decision.effect === "ask" ? await askHuman(decided, gate, running, line) : null;
  if (approval !== null) await holdsStill(decided, gate);
  refuseChangedTool(decided, gate);
  const { limits } = gate.permissions;
  const claims = {
    ...(approval === null ? {} : { approval: { id: approval.id, binding: decided.binding } }),
    ...(limits.length === 0 ? {} : { limits: toLimitKeys(limits, toRequest(decided, gate)) }),
  };
  const appended = await gate.audit.appendIntent(describeIntent(decided, gate, approval), claims);
  if (!appended.ok) throw notAdmitted(appended);
  return admit(decided, appended.seq, approval);
}

function notAdmitted({ code, message, retryAfterMs }: Extract<AppendResult, { ok: false }>): Refused {
  return new Refused("approve", code, message, retryAfterMs === undefined ? {} : { details: { retryAfterMs } });
}

/** Of a tool that is not shown, the caller is told something else: see `unseenTool`. */
function denied({ call, decision, tool }: DecidedCall): Refused {
  const { retryAfterMs } = decision;
  return new Refused(
    "authorise",
    CODES[decision.code] ?? "DENIED",
    `\`${tool.name}\` is denied: ${decision.reasons.join("; ")}`,
    {
      hint: toHint(decision.code, tool, call.caller),
      details: {
        decision: decision.code,
        reasons: decision.reasons,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    },
  );
}

function toHint(code: DecisionCode, tool: Tool, caller: Caller): string {
  if (code === "DENIED_BY_GRANT") return toRequestHint(toPolicyTool(tool), caller);
  return HINTS[code] ?? "a person can change the rules with `toolgate rules`";
}

/** Names that a server or a credential made up stand in a command line only where no shell reads more into them. */
function toRequestHint({ upstream }: PolicyTool, { agent }: Caller): string {
  const { server = "SERVER", tool = "" } = upstream ?? {};
  const [name, own] = [toWord(agent) ?? "NAME", toWord(tool)];
  const command = `toolgate requests create ${server} --agent ${name}${own === null ? "" : ` --tool ${own}`}`;
  return `ask for it with \`${command}\` (\`--user\` for a grant to a user); somebody else reviews it; what a \`tool_deny\` names stays denied`;
}

function toWord(text: string): string | null {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(text) ? text : null;
}

const CODES: Readonly<Partial<Record<DecisionCode, ErrorCode>>> = {
  DENIED_PAUSED: "PAUSED",
  DENIED_LIMIT: "RATE_LIMITED",
};

const HINTS: Readonly<Record<string, string>> = {
  DENIED_PAUSED: "wait until an operator runs `toolgate resume`",
  DENIED_BY_MODE: "read-only tools still run; a person can change the mode with `toolgate mode`",
  DENIED_BY_PACK: "say what you want to do instead; a person can run it, or change `[packs] deny_pack`",
  DENIED_LIMIT: "wait as long as the message says, then call again",
  DENIED_BROKEN: "a person has to put the configuration right: `toolgate validate` says what is wrong",
  DENIED_HEADLESS: "a person can allow the tool beforehand with `toolgate rules add allow NAME`",
};

/** Questions of one credential that nobody holds a line for: each takes nothing from the gateway, all flood whoever answers. */
const MOST_OPEN = 100;

async function askHuman(decided: DecidedCall, gate: Gate, running: RunningCall, line: CallerLine): Promise<Approval> {
  const { call, tool, binding, plan, decision, facts } = decided;
  const earlier = call.hold ? null : await earlierAnswer(decided, gate);
  if (earlier !== null) return earlier;
  const { tenant, principal, agent, credential } = call.caller;
  const hasRoom = call.hold ? running.wait() : (await gate.approvals.countOpen(credential)) < MOST_OPEN;
  if (!hasRoom) throw tooManyQuestions(credential);
  const summary = describeQuestion({
    request: toRequest(decided, gate),
    facts,
    policy: await gate.currentPolicy(),
    decision,
    plan,
    description: tool.description,
    approvers: gate.approvers(),
  });
  const asked = await gate.approvals.ask({
    callId: call.id,
    tool: tool.name,
    binding,
    workspace: gate.config.workspace,
    tenant,
    principal,
    agent,
    credential,
    summary: scrubRecord(summary, gate.scrubberFor([])),
    held: call.hold,
  });
  if (!call.hold) throw new Pending(asked);
  const answered = await heldAnswer(asked, decided, { gate, running, line });
  running.proceed();
  return answered;
}

/**
 * A caller that comes back with the same call: a yes is used, a question that is still open is not asked a second time, and
 * a no stays a no for as long as the question would have been open.
 */
async function earlierAnswer({ call, binding }: DecidedCall, gate: Gate): Promise<Approval | null> {
  const latest = await gate.approvals.findLatest(binding, call.caller.credential);
  if (latest?.state === "pending") throw new Pending(latest);
  if (latest?.state === "denied") throw refusedByHuman(latest.id, latest.answer);
  return latest;
}

function tooManyQuestions(credential: string): Refused {
  const message = `too many calls of ${credential} wait for a human already`;
  return new Refused("approve", "TOO_MANY_CALLS", message, { hint: "wait for an answer to one of them" });
}

/** Minutes may have passed: what is denied by now stays denied, whatever a human said before, and so is who was shut out. */
async function holdsStill(decided: DecidedCall, gate: Gate): Promise<void> {
  const { caller } = decided.call;
  if (await gate.isRevoked(caller)) {
    const message = `the credential \`${caller.credential}\` was revoked while the call waited for a human`;
    throw new Refused("approve", "CREDENTIAL_REVOKED", message, { hint: "call again with a token that is valid" });
  }
  const now = await authorise(await gather(decided, gate), gate);
  if (now.decision.effect === "deny") throw denied(now);
  await gate.currentTools();
}

function refuseChangedTool({ tool, call, session }: DecidedCall, gate: Gate): void {
  // Those that agents run themselves come with Toolgate and never change.
  if (call.entry === "hook") return;
  const current = findTool(gate.registry.snapshot, tool.name, { agent: call.caller.agent, session: session.id });
  if (current?.definitionHash === tool.definitionHash && current.enabled) return;
  const message = `the definition of \`${tool.name}\` changed after the call was checked`;
  throw new Refused("approve", "TOOL_CHANGED", message, { hint: "call again: the new definition is checked anew" });
}

/** INVARIANT: the one place that makes an `AdmittedCall`. */
function admit(decided: DecidedCall, intentSeq: number | null, approval: Approval | null): AdmittedCall {
  return { ...decided, intentSeq, approvedBy: approval?.answer?.by ?? null } as AdmittedCall;
}
