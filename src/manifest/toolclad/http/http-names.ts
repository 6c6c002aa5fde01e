import type { ParamSpec } from "../../../model/param.ts";

/** What the places of a request may name, and what they named so far. */
export interface HttpNames {
  readonly params: readonly ParamSpec[];
  /** Every argument of the file, also one that cannot be used. */
  readonly declared: readonly string[];
  readonly used: Set<string>;
  readonly secrets: Set<string>;
}

/** Values that Toolgate makes for each call and that a request may carry. */
export const INJECTED: readonly string[] = ["_scan_id"];
