import { hash } from "node:crypto";
import { orderKeys } from "../../model/canonical-json.ts";
import type { CallerHints } from "../../model/caller.ts";
import type { Facts, SessionFact } from "../../model/facts.ts";
import { asJson } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import type {
  PathUse,
  PolicyRequest,
  PolicyTool,
  RequestedCall,
  RequestedSpecifier,
  SpecifierValue,
} from "../../policy/policy.ts";

/** What a decision was about, as it stands in the audit: enough to decide it once more under other rules. */
export interface RecordedRequest {
  readonly version: typeof RECORDED_VERSION;
  readonly tool: Omit<PolicyTool, "name" | "aliases">;
  readonly hints?: CallerHints | undefined;
  /** Typed values. Absent: they are those of the plan. */
  readonly args?: JsonObject | undefined;
  /** Arguments that are not kept. @default none */
  readonly withheld?: readonly Withheld[] | undefined;
  readonly specifier: RecordedSpecifier | null;
  /** `use` where it is not that of the tool. */
  readonly paths: readonly (readonly [param: string, path: string, use?: PathUse])[];
  readonly depth: number;
  readonly needsShell?: true | undefined;
  readonly programs?: readonly (readonly string[])[] | undefined;
  readonly expanded?: RecordedSpecifier | undefined;
  readonly headless: boolean;
  readonly folder: string;
  readonly roots: Facts["roots"];
  /** Without a second path: it leads where it says. */
  readonly realPaths: readonly (readonly [path: string, real?: string])[];
  readonly found: readonly (readonly [program: string, file: string | null, trusted: boolean])[];
  /** Where there is more to say than its id. */
  readonly session?: SessionFact | undefined;
}

export type Withheld = readonly [name: string, why: "long" | "secret", bytes: number, hash: string];

/** A text that is an argument's is not written a second time, nor one that is its only value's. */
export type RecordedSpecifier =
  | {
      readonly text?: string | undefined;
      readonly values: readonly (readonly [SpecifierValue["kind"], name: string, text?: string])[];
    }
  | { readonly message: string };

/** What the call was about is not kept, so it cannot be judged again. */
export interface UnkeptRequest {
  readonly version: typeof RECORDED_VERSION;
  readonly unkept: Withheld[1];
}

export const RECORDED_VERSION = 1;

/** In UTF-16 units: all arguments together, and what a call is about. */
const MOST_KEPT = 16_384;
/** Where all paths lead. */
const MOST_PLACES = 65_536;

/** Compact, since it is written before every call that runs. `scrub` takes out what is known to be secret. */
export function toRecordedRequest(
  { tool, hints, call }: PolicyRequest,
  facts: Facts,
  plan: Plan,
  scrub: (text: string) => string,
): JsonObject | null {
  if (call === undefined) return null;
  const { layer, effect, humanApproval, riskTier, groups, cedar, pathUse, upstream } = tool;
  const isPlanned = plan.kind === "handler" && plan.arguments === call.args;
  const args = isPlanned ? { kept: call.args, withheld: [] } : withhold(call.args, scrub);
  const unkept = findUnkept({ hints, call }, args, facts, scrub);
  if (unkept !== null) return asJson({ version: RECORDED_VERSION, unkept } satisfies UnkeptRequest);
  // In the order of canonical JSON, which spares sorting.
  const recorded: RecordedRequest = {
    ...(isPlanned ? {} : { args: orderKeys(args.kept) }),
    depth: call.depth,
    ...toExpanded(call.expanded, args.kept),
    folder: facts.folder,
    found: [...facts.programs].map(([name, { file, trusted }]) => [name, file, trusted]),
    headless: facts.headless,
    ...(hints === undefined || Object.keys(hints).length === 0 ? {} : { hints }),
    ...(call.needsShell === true ? { needsShell: true } : {}),
    paths: call.paths.map(({ param, path, use }) =>
      use === (tool.pathUse ?? "write") ? [param, path] : [param, path, use],
    ),
    ...(call.programs === undefined ? {} : { programs: call.programs }),
    realPaths: [...facts.realPaths].map(([path, real]) => (path === real ? [path] : [path, real])),
    roots: facts.roots,
    ...(isPlain(facts.session) ? {} : { session: facts.session ?? undefined }),
    specifier: toRecordedSpecifier(call.specifier, args.kept),
    tool: {
      cedar,
      effect,
      groups,
      humanApproval,
      layer,
      pathUse,
      riskTier,
      ...(upstream == null ? {} : { upstream }),
    },
    version: RECORDED_VERSION,
    ...(args.withheld.length === 0 ? {} : { withheld: args.withheld }),
  };
  return asJson(recorded);
}

interface KeptArguments {
  readonly kept: JsonObject;
  readonly withheld: readonly Withheld[];
}

function withhold(args: JsonObject, scrub: (text: string) => string): KeptArguments {
  const kept: [string, JsonValue | undefined][] = [];
  const withheld: Withheld[] = [];
  let room = MOST_KEPT;
  for (const [name, value] of Object.entries(args)) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const isSecret = scrub(text) !== text;
    if (isSecret || text.length > room) {
      withheld.push([name, isSecret ? "secret" : "long", ...toMark(text)]);
      continue;
    }
    kept.push([name, value]);
    room -= text.length;
  }
  return withheld.length === 0 ? { kept: args, withheld } : { kept: Object.fromEntries(kept), withheld };
}

function toMark(text: string): readonly [bytes: number, hash: string] {
  return [Buffer.byteLength(text), `sha256:${hash("sha256", text)}`];
}

function toRecordedSpecifier(specifier: RequestedSpecifier | null, args: JsonObject): RecordedSpecifier | null {
  if (specifier === null) return null;
  if (!specifier.ok) return { message: specifier.message };
  const { text, values } = specifier;
  return {
    ...(values.length === 1 && values[0]?.text === text ? {} : { text }),
    values: values.map((value) =>
      ownText(args, value.name) === value.text ? [value.kind, value.name] : [value.kind, value.name, value.text],
    ),
  };
}

function toExpanded(
  specifier: RequestedSpecifier | undefined,
  args: JsonObject,
): { readonly expanded?: RecordedSpecifier } {
  const expanded = specifier === undefined ? null : toRecordedSpecifier(specifier, args);
  return expanded === null ? {} : { expanded };
}

/** What an argument says, where it says it in words. */
export function ownText(args: JsonObject, name: string): string | null {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === "string" ? value : null;
}

/** A value that is not kept must not come in again with what was made of it. */
function findUnkept(
  { hints = {}, call }: { readonly hints: CallerHints | undefined; readonly call: RequestedCall },
  { kept, withheld }: KeptArguments,
  facts: Facts,
  scrub: (text: string) => string,
): Withheld[1] | null {
  const said = [...(hints.allow ?? []), ...Object.values(hints).filter((value) => typeof value === "string")];
  const { specifier } = call;
  const isSecret = specifier !== null && withheld.some(([, why]) => why === "secret");
  if (isSecret || said.some((text) => scrub(text) !== text)) return "secret";
  const texts = [specifier, call.expanded ?? null].map((one) => measureSpecifier(one, kept));
  const own = [...texts, ...said.map((text) => text.length)].reduce((sum, length) => sum + length, 0);
  return own > MOST_KEPT || measurePlaces(facts) > MOST_PLACES ? "long" : null;
}

function measureSpecifier(specifier: RequestedSpecifier | null, args: JsonObject): number {
  if (specifier?.ok !== true) return 0;
  const { values, text } = specifier;
  const first = values.length === 1 && values[0]?.text === text ? 0 : text.length;
  return values.reduce((sum, value) => sum + (ownText(args, value.name) === value.text ? 0 : value.text.length), first);
}

function measurePlaces({ realPaths, programs }: Facts): number {
  let length = 0;
  for (const [path, real] of realPaths) length += path.length + (path === real ? 0 : real.length);
  for (const [name, { file }] of programs) length += name.length + (file?.length ?? 0);
  return length;
}

/** Its id stands in the record anyhow. */
function isPlain(session: SessionFact | null): boolean {
  return session === null || (session.state === null && session.interactions === 0 && session.page === null);
}
