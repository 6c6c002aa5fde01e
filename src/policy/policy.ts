import type { Caller } from "../model/caller.ts";
import type { Effect, Layer } from "../model/tool.ts";

export const MODES = ["default", "plan", "autonomous"] as const;
/** What happens to a call that no rule speaks about. */
export type Mode = (typeof MODES)[number];

/** One rule on tool names. */
export interface Rule {
  readonly id: string;
  readonly effect: "allow" | "ask" | "deny";
  /** A tool name, in which `*` stands for any run of characters. */
  readonly tool: string;
  /** The layer that the rule was written in: an allow covers tools of its own layer or a lower one. */
  readonly layer: Layer;
  /** Where it stands, for people: `toolgate.toml:12`, `rules add`, `--allow`. */
  readonly source: string;
  readonly reason: string | null;
}

/** What a call looks like to the policy. */
export interface PolicyRequest {
  readonly tool: {
    readonly name: string;
    /** Other systems' names of it: what is denied or asked under one of them is meant too. @default none */
    readonly aliases?: readonly string[] | undefined;
    readonly layer: Layer;
    readonly effect: Effect;
    readonly humanApproval: boolean;
  };
  readonly caller: Caller;
}

/** What was looked up for the decision. The policy itself never looks anything up. */
export interface PolicyFacts {
  /** Nobody can be asked. */
  readonly headless: boolean;
}

export interface Policy {
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  /** An operator refused everything, with a reason. */
  readonly paused: { readonly reason: string } | null;
}
