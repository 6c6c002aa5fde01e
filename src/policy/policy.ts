import type { Caller, CallerHints } from "../model/caller.ts";
import type { DecisionCode, DecisionStep } from "../model/decision.ts";
import type { Facts } from "../model/facts.ts";
import type { JsonObject } from "../model/json.ts";
import type { Effect, Layer, RiskTier } from "../model/tool.ts";
import type { CommandAnalysis } from "../shell/analysis.ts";
import type { ServerAccess } from "./grants/server-access.ts";

export const MODES = ["default", "plan", "acceptEdits", "dontAsk", "autonomous"] as const;
/** What happens to a call that no rule speaks about. */
export type Mode = (typeof MODES)[number];

export const RULE_EFFECTS = ["deny", "ask", "allow"] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

/** One permission rule. It was checked when it was read: what is here can be matched. */
export interface Rule {
  readonly id: string;
  readonly effect: RuleEffect;
  /** A tool name, in which `*` stands for any run of characters. */
  readonly tool: string;
  /** What the calls must be about, as written between the parentheses; `null`: every call of the tool. @default null */
  readonly specifier?: string | null | undefined;
  /** Argument → pattern that its value must match, all of them; a missing argument never matches. @default none */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** The layer that the rule was written in: an allow covers tools of its own layer or a lower one. */
  readonly layer: Layer;
  /** Where it stands, for people: `toolgate.toml:12`, `rules add`, `--allow`. */
  readonly source: string;
  readonly reason: string | null;
  /** ISO 8601; from then on the rule says nothing. @default never */
  readonly expiresAt?: string | null | undefined;
  /** The one session that it is about. @default all */
  readonly session?: string | null | undefined;
  /** The approval that it was granted with. @default none */
  readonly approval?: string | null | undefined;
}

/** What the policy may know of a tool. */
export interface PolicyTool {
  readonly name: string;
  /** Other systems' names of it: what is denied or asked under one of them is meant too. @default none */
  readonly aliases?: readonly string[] | undefined;
  readonly layer: Layer;
  readonly effect: Effect;
  readonly humanApproval: boolean;
  readonly riskTier?: RiskTier | null | undefined;
  /** Every group that it is in. @default none */
  readonly groups?: readonly string[] | undefined;
  readonly cedar?: { readonly resource: string; readonly action: string } | null | undefined;
  /** What it does with its paths, where it has any. @default by effect: `read` reads, everything else writes */
  readonly pathUse?: PathUse | undefined;
  /** The tool of an upstream server that it calls, or the method it asks for, whoever declared it. @default none */
  readonly upstream?: { readonly server: string; readonly tool: string } | null | undefined;
}

/** What a call looks like to the policy. */
export interface PolicyRequest {
  readonly tool: PolicyTool;
  readonly caller: Caller;
  readonly hints?: CallerHints | undefined;
  /** Absent where only the tool is judged, as for a list. */
  readonly call?: RequestedCall | undefined;
}

export interface RequestedCall {
  /** Typed values, after validation. */
  readonly args: JsonObject;
  /** What the tool's template says that the call is about; `null`: the tool has none. */
  readonly specifier: RequestedSpecifier | null;
  /** Every file-system place in the arguments. */
  readonly paths: readonly RequestedPath[];
  readonly session: string | null;
  /** Calls that this one is nested in, and agents that stand between the person and the caller. */
  readonly depth: number;
  /** The argument vectors of a tool that an agent or a person made of a command line. @default none */
  readonly programs?: readonly (readonly string[])[] | undefined;
  /** The same with the file names that its patterns stand for: what is denied or asked of it counts, too. @default none */
  readonly expanded?: RequestedSpecifier | undefined;
  /** Only a real shell could run it, which is asked about each time. @default false */
  readonly needsShell?: boolean | undefined;
}

export type RequestedSpecifier =
  | { readonly ok: true; readonly text: string; readonly values: readonly SpecifierValue[] }
  /** A value is missing or empty: it would turn a rule on one thing into a rule on everything. */
  | { readonly ok: false; readonly message: string };

export type SpecifierValue =
  | { readonly kind: "text" | "host"; readonly name: string; readonly text: string }
  /** `text` is absolute, without `.` and `..`; where links lead is among the facts. */
  | { readonly kind: "path"; readonly name: string; readonly text: string }
  | { readonly kind: "shell"; readonly name: string; readonly text: string; readonly line: CommandAnalysis };

export const PATH_USES = ["read", "list", "write", "delete"] as const;
export type PathUse = (typeof PATH_USES)[number];

export interface RequestedPath {
  /** The argument it came from. */
  readonly param: string;
  /** Absolute, without `.` and `..`, links not followed. */
  readonly path: string;
  readonly use: PathUse;
}

/** One source's answer. */
export interface PolicyAnswer extends DecisionStep {
  readonly code: DecisionCode;
  readonly ruleId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Everything that decides, of one moment. Immutable: a change makes a new one. */
export interface Policy {
  readonly mode: Mode;
  /** Modes of single agents and sessions; the one of a session wins over the one of its agent. @default none */
  readonly modes?: readonly ModeOverride[] | undefined;
  readonly rules: readonly Rule[];
  /** An operator refused everything, with a reason. */
  readonly paused: { readonly reason: string } | null;
  /** Each must let a tool through. @default none */
  readonly visibility?: readonly VisibilityPolicy[] | undefined;
  /** Who may use which upstream servers. @default nothing is said of them */
  readonly access?: ServerAccess | undefined;
  /** Ready to judge; `null`: no policies. @default null */
  readonly cedar?: CedarPolicy | null | undefined;
  /** @default none */
  readonly limits?: readonly LimitRule[] | undefined;
  /** How many calls may be nested; `null`: as many as fit. @default null */
  readonly maxDepth?: number | null | undefined;
  /** Which built-in denials hold for command lines. @default "standard" */
  readonly denyPack?: DenyPack | undefined;
  /** Parts that could not be read: everything is denied until they can. @default none */
  readonly broken?: readonly BrokenPart[] | undefined;
}

export interface ModeOverride {
  readonly agent: string | null;
  readonly session: string | null;
  readonly mode: Mode;
  readonly source: string;
}

export const DENY_PACKS = ["standard", "extended", "off"] as const;
export type DenyPack = (typeof DENY_PACKS)[number];

export interface BrokenPart {
  /** The file or table, for people. */
  readonly source: string;
  readonly message: string;
}

/**
 * The tables under `[policy]` of one file. Entries are names, names of other systems, names with `*`, or `group:NAME`.
 * A list that is `null` restricts nothing; an empty one lets nothing through.
 */
export interface VisibilityPolicy {
  readonly source: string;
  readonly profile: string | null;
  /** Profiles of one's own, beside the built-in ones. */
  readonly profiles: Readonly<Record<string, readonly string[]>>;
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[];
  readonly alsoAllow: readonly string[];
  readonly byProvider: Readonly<Record<string, ProviderVisibility>>;
  readonly agents: Readonly<Record<string, AgentVisibility>>;
  /** By the group that the request names. */
  readonly groups: Readonly<Record<string, { readonly allow: readonly string[] | null }>>;
  readonly delegation: {
    /** Kept from every agent that another one started. */
    readonly deny: readonly string[];
    /** Kept from those that may start no further one. */
    readonly leafDeny: readonly string[];
  };
}

export interface ProviderVisibility {
  readonly profile: string | null;
  readonly allow: readonly string[] | null;
}

export interface AgentVisibility {
  readonly allow: readonly string[] | null;
  readonly deny: readonly string[];
  readonly alsoAllow: readonly string[];
  readonly byProvider: Readonly<Record<string, { readonly allow: readonly string[] | null }>>;
}

export const LIMIT_SCOPES = ["tenant", "principal", "agent", "session", "tool"] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** How often, or how many at once. */
export interface LimitRule {
  readonly id: string;
  /** Entries as in `VisibilityPolicy`; what it counts. */
  readonly tools: readonly string[];
  /** What is counted together: calls that agree in all of these. */
  readonly per: readonly LimitScope[];
  /** `rate`: in a sliding window; `concurrent`: at once; `daily`: since midnight UTC. */
  readonly kind: "rate" | "concurrent" | "daily";
  readonly max: number;
  /** Of a `rate`, in milliseconds; 0 for the others. */
  readonly windowMs: number;
  readonly source: string;
}

/** Cedar policies, parsed and ready. */
export interface CedarPolicy {
  judge(request: PolicyRequest, facts: Facts): readonly PolicyAnswer[];
}
