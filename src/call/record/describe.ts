import { hash } from "node:crypto";
import type { AuditEntry } from "../../audit/audit-log.ts";
import type { DecidedCall, RawCall, ResolvedCall, ReceivedCall } from "../../model/call.ts";
import { asJson } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { AskedInCall } from "../execute/question-log.ts";
import type { Gate } from "../gate.ts";
import { toRequest } from "../plan/to-request.ts";
import { scrubRecord } from "../../output/text/scrub-record.ts";
import { toRecordedRequest } from "./recorded-request.ts";

/** Arguments of a refused call are kept up to this size; beyond it, only their hash is. */
const MAX_KEPT_ARGUMENT_BYTES = 16_384;

/** What is about to run, for the record that must be on disk before it does. */
export function describeIntent(decided: DecidedCall, gate: Gate, approval: Approval | null): AuditEntry {
  const { call, decision, plan, binding } = decided;
  const { effect, code, reasons, matched } = decision;
  const { definition, entry, parent, session } = describeWay(decided);
  // In the order of canonical JSON, which spares sorting.
  const data = {
    approval: approval === null ? null : describeApproval(approval),
    binding,
    decision: { effect, matched, reasons },
    definition,
    entry,
    parent,
    plan: asJson(plan),
    request: describeRequest(decided, gate),
    session,
  };
  return {
    kind: "intent",
    callId: call.id,
    tool: decided.tool.name,
    status: "admitted",
    code,
    caller: call.caller,
    workspace: gate.config.workspace,
    data: scrubRecord(data, gate.scrubberFor([])),
  };
}

/** How an admitted call ended. Where it broke off, what it `asked` is all the evidence there is. */
export function describeOutcome(
  decided: DecidedCall,
  outcome: Outcome,
  asked: AskedInCall | null,
  gate: Gate,
): AuditEntry {
  return {
    kind: "outcome",
    callId: outcome.callId,
    tool: outcome.tool,
    status: outcome.status,
    code: outcome.error?.code ?? null,
    caller: decided.call.caller,
    workspace: gate.config.workspace,
    // In the order of canonical JSON, as above.
    data: { error: orNull(outcome.error), evidence: orNull(outcome.evidence ?? asked), step: outcome.step },
  };
}

/** A call that never ran: refused, or waiting for a human while nobody holds the line. `asked`: what its client was. */
export function describeUnrun(
  raw: RawCall,
  known: Partial<DecidedCall>,
  outcome: Outcome,
  asked: AskedInCall | null,
  gate: Gate,
): AuditEntry {
  const scrubber = gate.scrubberFor([]);
  return {
    kind: outcome.status === "pending" ? "pending" : "refused",
    callId: outcome.callId,
    tool: scrubber.scrub(outcome.tool).slice(0, 200),
    status: outcome.status,
    code: outcome.error?.code ?? null,
    caller: raw.caller,
    workspace: gate.config.workspace,
    data: scrubRecord(
      { ...describeKnown(raw, known, outcome, gate), ...(asked === null ? {} : asJson(asked)) },
      scrubber,
    ),
  };
}

function describeKnown(raw: RawCall, known: Partial<DecidedCall>, outcome: Outcome, gate: Gate): JsonObject {
  return {
    ...(known.call === undefined ? { entry: raw.entry } : describeWay({ call: known.call, ...known })),
    step: outcome.step,
    error: orNull(outcome.error),
    arguments: known.plan === undefined ? boundedArguments(known.call?.args) : null,
    plan: orNull(known.plan ?? null),
    binding: known.binding ?? null,
    decision: known.decision === undefined ? null : asJson({ ...known.decision, trace: null }),
    request: isDecided(known) ? describeRequest(known, gate) : null,
    approval: outcome.approval === null ? null : { ...outcome.approval },
  };
}

function describeWay({ call, tool, session }: ReceivedCall & Partial<ResolvedCall>): JsonObject {
  return {
    entry: call.entry,
    parent: call.parent === null ? null : { ...call.parent },
    session: session?.id ?? call.session,
    definition: tool === undefined ? null : { hash: tool.definitionHash, layer: tool.origin.layer },
  };
}

function isDecided(known: Partial<DecidedCall>): known is DecidedCall {
  return known.decision !== undefined;
}

/** What was decided about, so that it can be decided once more under other rules. */
function describeRequest(decided: DecidedCall, gate: Gate): JsonObject | null {
  return toRecordedRequest(toRequest(decided, gate), decided.facts, decided.plan, gate.scrubberFor([]).scrub);
}

function describeApproval({ id, answer }: Approval): JsonObject {
  return { id, by: answer?.by ?? null, at: answer?.at ?? null, reason: answer?.reason ?? null };
}

function boundedArguments(args: JsonObject | undefined): JsonValue {
  if (args === undefined) return null;
  const text = JSON.stringify(args);
  if (text.length <= MAX_KEPT_ARGUMENT_BYTES) return args;
  return { bytes: Buffer.byteLength(text), hash: `sha256:${hash("sha256", text)}` };
}

function orNull(value: object | null): JsonValue {
  return value === null ? null : asJson(value);
}
