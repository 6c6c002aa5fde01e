import type { AuditRecord } from "../../audit/audit-log.ts";
import type { DecisionCode, Verdict } from "../../model/decision.ts";
import type { Facts } from "../../model/facts.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import type { PolicyRequest, RequestedSpecifier, SpecifierValue } from "../../policy/policy.ts";
import { toAliases } from "../../registry/aliases.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";
import { ownText, RECORDED_VERSION } from "../record/recorded-request.ts";
import type { RecordedRequest, RecordedSpecifier, UnkeptRequest, Withheld } from "../record/recorded-request.ts";
import type { RecordedDecision } from "./replay.ts";

/** What a record says of a call that was decided. */
export interface DecidedRecord {
  readonly decision: RecordedDecision;
  readonly plan: Plan | null;
  readonly definitionHash: string | null;
  readonly session: string | null;
  readonly asked: KeptRequest | { readonly reason: string };
}

export interface KeptRequest {
  readonly request: PolicyRequest;
  readonly facts: Facts;
  /** Arguments whose values nobody kept, and why. */
  readonly withheld: ReadonlyMap<string, Withheld[1]>;
}

/** What a record leaves to the gateway that reads it. */
export interface Surroundings {
  readonly home: string;
  readonly ownFolders: readonly string[];
  readonly analyze: (text: string) => CommandAnalysis;
}

/** `null`: the call ended before it was decided. */
export function fromRecord(record: AuditRecord, surroundings: Surroundings): DecidedRecord | null {
  const decision = readDecision(record);
  if (decision === null) return null;
  const { data } = record;
  const plan = (data["plan"] ?? null) as Plan | null;
  const session = typeof data["session"] === "string" ? data["session"] : null;
  const hash = (data["definition"] as JsonObject | null | undefined)?.["hash"];
  const definitionHash = typeof hash === "string" ? hash : null;
  return { decision, plan, definitionHash, session, asked: readRequest(record, plan, session, surroundings) };
}

/** An intent has its code beside the decision, everything else within. */
function readDecision({ kind, code, data }: AuditRecord): RecordedDecision | null {
  const decision = data["decision"] as JsonObject | null | undefined;
  if (decision == null) return null;
  const { effect, reasons } = decision;
  const said = kind === "intent" ? code : decision["code"];
  if (typeof said !== "string" || typeof effect !== "string" || !Array.isArray(reasons)) return null;
  return { effect: effect as Verdict, code: said as DecisionCode, reasons: reasons as readonly string[] };
}

const UNKEPT = {
  long: "what the call was about is too long to be kept",
  secret: "what the call was about has a secret in it, which is not kept",
} as const;

function readRequest(
  record: AuditRecord,
  plan: Plan | null,
  session: string | null,
  surroundings: Surroundings,
): DecidedRecord["asked"] {
  // Written by a gate: of what stands in it only the version can be another one.
  const stored = (record.data["request"] ?? null) as unknown as RecordedRequest | UnkeptRequest | null;
  if (stored === null) return { reason: "recorded by a version that did not keep what it decided about" };
  if ((stored.version as number) !== RECORDED_VERSION) {
    return { reason: "recorded by a version that keeps it in another way" };
  }
  if ("unkept" in stored) return { reason: UNKEPT[stored.unkept] };
  const args = stored.args ?? (plan?.kind === "handler" ? plan.arguments : {});
  const name = record.tool ?? "";
  const { depth, needsShell = false, programs, expanded } = stored;
  return {
    withheld: new Map((stored.withheld ?? []).map(([argument, why]) => [argument, why])),
    facts: toFacts(stored, record, session, surroundings),
    request: {
      tool: { ...stored.tool, name, aliases: toAliases(name) },
      caller: record.caller,
      hints: stored.hints ?? {},
      call: {
        args,
        specifier: toSpecifier(stored.specifier, args, surroundings.analyze),
        paths: stored.paths.map(([param, path, use]) => ({
          param,
          path,
          use: use ?? stored.tool.pathUse ?? "write",
        })),
        session,
        depth,
        needsShell,
        programs,
        expanded: toSpecifier(expanded ?? null, args, surroundings.analyze) ?? undefined,
      },
    },
  };
}

/** As they were when the call was decided: its time, its paths and programs, whether anybody could be asked. */
function toFacts(
  stored: RecordedRequest,
  { at }: AuditRecord,
  session: string | null,
  { home, ownFolders }: Surroundings,
): Facts {
  return {
    headless: stored.headless,
    now: Date.parse(at),
    folder: stored.folder,
    home,
    roots: stored.roots,
    start: stored.roots[0],
    ownFolders,
    lexical: false,
    realPaths: new Map(stored.realPaths.map(([path, real]) => [path, real ?? path])),
    programs: new Map(stored.found.map(([name, file, trusted]) => [name, { file, trusted }])),
    limits: new Map(),
    session: session === null ? null : (stored.session ?? { id: session, state: null, interactions: 0, page: null }),
  };
}

/** A line is understood anew, by whatever this version knows of shells. */
function toSpecifier(
  stored: RecordedSpecifier | null,
  args: JsonObject,
  analyze: (text: string) => CommandAnalysis,
): RequestedSpecifier | null {
  if (stored === null) return null;
  if ("message" in stored) return { ok: false, message: stored.message };
  const values = stored.values.map(([kind, name, given]): SpecifierValue => {
    const text = given ?? ownText(args, name) ?? "";
    return kind === "shell" ? { kind, name, text, line: analyze(text) } : { kind, name, text };
  });
  return { ok: true, text: stored.text ?? values[0]?.text ?? "", values };
}

/** What people are shown of a specifier that cannot be judged. */
export function toShownSpecifier({ asked }: DecidedRecord): string | null {
  if ("reason" in asked) return null;
  const specifier = asked.request.call?.specifier ?? null;
  return specifier?.ok === true ? specifier.text : null;
}
