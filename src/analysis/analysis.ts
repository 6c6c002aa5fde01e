import type { Effect, Layer, OutputSpec, RiskTier, ToolFormat } from "../model/tool.ts";

/** What a tool can possibly do, read from its declaration alone. Nothing is run or looked up. */
export interface ToolAnalysis {
  readonly name: string;
  readonly format: ToolFormat;
  readonly layer: Layer;
  readonly effect: Effect;
  readonly riskTier: RiskTier | null;
  readonly humanApproval: boolean;
  readonly cedar: { readonly resource: string; readonly action: string } | null;
  /** What would be done, one line for each program, request or command; `{name}` stands for a value of the caller. */
  readonly shape: readonly string[];
  readonly params: readonly ParamSpace[];
  readonly output: {
    readonly shape: OutputSpec["shape"];
    readonly parser: OutputSpec["parser"];
    readonly hasSchema: boolean;
  };
  readonly reach: Reach;
  /** What it asks of confinement, in a few words each; empty: the configuration alone decides. */
  readonly sandbox: readonly string[];
  readonly warnings: readonly WeakSpot[];
}

/** How many different values a caller can send, and how they are held back. */
export interface ParamSpace {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly space: ParamSpaceKind;
  /** How many values there are; `null` where nobody can count them. */
  readonly size: number | null;
  /** The values, bounds, pattern, folder or scope in words. */
  readonly held: string;
}

/**
 * `enumerable`: listed values. `bounded`: numbers between bounds. `grammar`: a closed grammar such as an address.
 * `pattern`: text that a whole pattern describes. `confined`: paths below a folder. `scoped`: targets of the scope.
 * `free`: any text.
 */
export type ParamSpaceKind = "enumerable" | "bounded" | "grammar" | "pattern" | "confined" | "scoped" | "free";

/** Everything outside that a tool can touch. */
export interface Reach {
  /** Programs it can start, as written. */
  readonly programs: readonly string[];
  /** Hosts its own requests can go to: names, `*.name`, or `*` for any public host. */
  readonly hosts: readonly string[];
  /** Entries of the scope that its targets must match; `["*"]` where nothing holds them, `[]` without targets. */
  readonly targets: readonly string[];
  /** Folders it takes paths from or works in, as written; `.` is the workspace. */
  readonly paths: readonly string[];
  readonly environment: readonly string[];
  readonly secrets: readonly string[];
  /** Other tools or upstream servers it can call. */
  readonly tools: readonly string[];
}

/** Something that works and is weaker than it could be. */
export interface WeakSpot {
  /** Stable, kebab-case. */
  readonly code: string;
  readonly message: string;
  /** How to make it stronger. */
  readonly hint: string;
}
