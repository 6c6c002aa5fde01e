import type { CapabilityCeiling } from "../../manifest/manifest.ts";
import type { DenyPack, LimitRule, Mode, Rule, VisibilityPolicy } from "../../policy/policy.ts";
import type { Scope } from "../../scope/scope.ts";
import type { PolicyFile } from "../cedar/read-policies.ts";
import type { ApproverRule } from "../config.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { mergeCapabilities } from "../merge/merge-capabilities.ts";
import { resolveDenied } from "../merge/merge-packs.ts";
import type { Project } from "../read-project.ts";
import { NO_EXECUTING_LIMITS, toExecutingLimits } from "./executing-limits.ts";
import type { ExecutingLimits } from "./executing-limits.ts";
import { trustLimitsSchema } from "./trust-limits-schema.ts";

/** What restricts in a project that a person trusted. It outlives edits of its files, until they are trusted again. */
export interface TrustLimits extends DecidingLimits {
  /** The project has a scope file, with these limits. */
  readonly scope: Scope | null;
  /** The project says itself that a target needs a scope file. */
  readonly scopeRequired: boolean;
  /** `fs: false`: it switches the pack off. Denied paths are absolute. */
  readonly packs: { readonly fs: false | null; readonly shell: false | null; readonly fsDeny: readonly string[] };
  readonly capabilities: CapabilityCeiling;
  readonly executing: ExecutingLimits;
}

/** The part that is about permissions. */
export interface DecidingLimits {
  readonly rules: readonly RestrictingRule[];
  readonly mode: Mode | null;
  /** By agent. */
  readonly modes: Readonly<Record<string, Mode>>;
  readonly headless: boolean;
  /** `false`: no form of a client lets a call run. */
  readonly elicitForm: false | null;
  readonly visibility: VisibilityPolicy | null;
  readonly limitRules: readonly LimitRule[];
  readonly maxDepth: number | null;
  readonly approvers: readonly ApproverRule[];
  /** Of the files only `forbid` counts. */
  readonly cedar: {
    readonly files: readonly Pick<PolicyFile, "file" | "text">[];
    readonly default: "nothing" | "deny";
    /** Forbids may hang on it. */
    readonly environment: string | null;
  };
  readonly denyPack: DenyPack | null;
}

export interface RestrictingRule extends Pick<Rule, "tool" | "specifier" | "params" | "source" | "expiresAt"> {
  readonly effect: "ask" | "deny";
  readonly reason?: string | null | undefined;
  /** Of one that was stored long ago it is not known. */
  readonly id?: string | undefined;
}

/** Says nothing. */
export const NO_LIMITS: TrustLimits = {
  rules: [],
  mode: null,
  modes: {},
  headless: false,
  elicitForm: null,
  visibility: null,
  limitRules: [],
  maxDepth: null,
  approvers: [],
  cedar: { files: [], default: "nothing", environment: null },
  denyPack: null,
  scope: null,
  scopeRequired: false,
  packs: { fs: null, shell: null, fsDeny: [] },
  capabilities: { net: null, commands: "any" },
  executing: NO_EXECUTING_LIMITS,
};

/** @param home what `~/` stands for */
export function toTrustLimits({ layer, scope, policies }: Project, home: string): TrustLimits {
  const { scope: wanted, packs } = layer.data;
  return {
    ...toDecidingLimits(layer, policies),
    scope: scope?.scope ?? null,
    scopeRequired: wanted?.required === true,
    packs: {
      fs: packs?.fs === false ? false : null,
      shell: packs?.shell === false ? false : null,
      fsDeny: resolveDenied(layer, home),
    },
    capabilities: mergeCapabilities([layer.data.capabilities]),
    executing: toExecutingLimits(layer),
  };
}

/** What of a configuration and its Cedar policies takes something away. */
export function toDecidingLimits(layer: ConfigLayer, policies: readonly PolicyFile[]): DecidingLimits {
  const { permissions, approvals, cedar, limits, packs, policy } = layer.data;
  const agents = Object.entries(policy?.agents ?? {});
  return {
    rules: layer.rules.flatMap(toRestricting),
    mode: permissions?.mode ?? null,
    modes: Object.fromEntries(agents.flatMap(([name, { mode }]) => (mode === undefined ? [] : [[name, mode]]))),
    headless: permissions?.headless === true,
    elicitForm: approvals?.elicit_form === false ? false : null,
    visibility: layer.visibility,
    limitRules: layer.limitRules,
    maxDepth: limits?.max_depth ?? null,
    approvers: layer.approvers,
    cedar: {
      files: policies.map(({ file, text }) => ({ file, text })),
      default: cedar?.default ?? "nothing",
      environment: cedar?.environment ?? null,
    },
    denyPack: packs?.deny_pack ?? null,
  };
}

function toRestricting({ id, effect, tool, specifier, params, source, expiresAt, reason }: Rule): RestrictingRule[] {
  return effect === "allow" ? [] : [{ id, effect, tool, specifier, params, source, expiresAt, reason }];
}

/** Limits as they are kept. */
export function renderTrustLimits(limits: TrustLimits): string {
  return JSON.stringify(limits);
}

/** What `renderTrustLimits` gave. Text that cannot be understood may have denied anything, so it denies everything. */
export function parseTrustLimits(text: string): TrustLimits {
  try {
    return trustLimitsSchema.parse(JSON.parse(text));
  } catch {
    const source = "restrictions of the trusted project that cannot be read; run `toolgate trust` again";
    return {
      ...NO_LIMITS,
      rules: [{ effect: "deny", tool: "*", source }],
      mode: "plan",
      headless: true,
      elicitForm: false,
      scopeRequired: true,
      packs: { fs: false, shell: false, fsDeny: [] },
      capabilities: { net: [], commands: "none" },
      executing: { ...NO_EXECUTING_LIMITS, default: "isolated", defaultForLines: "isolated", fallback: "refuse" },
    };
  }
}
