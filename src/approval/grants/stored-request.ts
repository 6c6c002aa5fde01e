import { createHash } from "node:crypto";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { DecisionCode } from "../../model/decision.ts";
import type { Facts, ProgramFact } from "../../model/facts.ts";
import { asJson } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { PolicyRequest, RequestedSpecifier, SpecifierValue } from "../../policy/policy.ts";
import type { CommandAnalysis } from "../../shell/analysis.ts";

/** What was asked about, as another process needs it to judge a lasting yes later. */
export interface AskedRequest {
  readonly request: PolicyRequest;
  /** As they were when the call was judged. */
  readonly facts: Facts;
  /** Why it asked. */
  readonly code: DecisionCode;
  /** What the human saw was not all of it. */
  readonly cut: boolean;
}

const VERSION = 1;

/** Arguments are kept as a hash: they may be long, or secret, and no rule of an approval is about them. */
export function toStoredRequest({ request, facts, code, cut }: AskedRequest): JsonObject {
  const { tool, caller, call, hints = {} } = request;
  const { realPaths, programs, folder, home, roots, ownFolders } = facts;
  return asJson({
    version: VERSION,
    code,
    cut,
    tool,
    caller,
    hints,
    argsHash: `sha256:${createHash("sha256")
      .update(canonicalJson(call?.args ?? {}))
      .digest("hex")}`,
    specifier: call === undefined ? null : withoutLines(call.specifier),
    paths: call?.paths ?? [],
    session: call?.session ?? null,
    depth: call?.depth ?? 0,
    needsShell: call?.needsShell ?? false,
    facts: { folder, home, roots, ownFolders, realPaths: [...realPaths], programs: [...programs] },
  });
}

/** A line is understood anew, by whatever this version knows of shells. */
function withoutLines(specifier: RequestedSpecifier | null): RequestedSpecifier | JsonObject | null {
  if (specifier?.ok !== true) return specifier;
  return {
    ok: true,
    text: specifier.text,
    values: specifier.values.map(({ kind, name, text }) => ({ kind, name, text })),
  };
}

interface Stored extends Omit<AskedRequest, "request" | "facts"> {
  readonly version: number;
  readonly tool: PolicyRequest["tool"];
  readonly caller: PolicyRequest["caller"];
  readonly hints: NonNullable<PolicyRequest["hints"]>;
  readonly specifier: RequestedSpecifier | null;
  readonly paths: NonNullable<PolicyRequest["call"]>["paths"];
  readonly session: string | null;
  readonly depth: number;
  readonly needsShell: boolean;
  readonly facts: Pick<Facts, "folder" | "home" | "roots" | "ownFolders"> & {
    readonly realPaths: readonly (readonly [string, string])[];
    readonly programs: readonly (readonly [string, ProgramFact])[];
  };
}

/** `null` for a question of another version. What is stored was written by the gate; only its version is looked at. */
export function fromStoredRequest(
  value: JsonValue | undefined,
  analyze: (text: string) => CommandAnalysis,
): AskedRequest | null {
  const stored = value as unknown as Stored | null | undefined;
  if (stored?.version !== VERSION) return null;
  const { tool, caller, hints, paths, session, depth, needsShell, code, cut } = stored;
  const specifier = withLines(stored.specifier, analyze);
  const call = { args: {}, specifier, paths, session, depth, needsShell };
  const { realPaths, programs, ...places } = stored.facts;
  const facts: Facts = {
    ...places,
    realPaths: new Map(realPaths),
    programs: new Map(programs),
    headless: false,
    now: 0,
    lexical: false,
    limits: new Map(),
    session: null,
  };
  return { request: { tool, caller, hints, call }, facts, code, cut };
}

/** The tool that was asked about; `null` for a question of another version. */
export function readStoredTool(value: JsonValue | undefined): PolicyRequest["tool"] | null {
  const stored = value as unknown as Stored | null | undefined;
  return stored?.version === VERSION ? stored.tool : null;
}

function withLines(
  specifier: RequestedSpecifier | null,
  analyze: (text: string) => CommandAnalysis,
): RequestedSpecifier | null {
  if (specifier?.ok !== true) return specifier;
  const values = specifier.values.map((value): SpecifierValue =>
    value.kind === "shell" ? { ...value, line: analyze(value.text) } : value,
  );
  return { ...specifier, values };
}
