import type { ArgNode } from "../../model/arg-node.ts";
import type { Place } from "../toml/toml-document.ts";

/** What `{name}` can mean in a command. */
export type Placeholder =
  /** An argument, a default, or a value that Toolgate makes for the call. */
  | { readonly kind: "value" }
  /** Arguments written by the author: a mapping or a conditional. They must be a word of their own. */
  | { readonly kind: "nodes"; readonly nodes: readonly ArgNode[]; readonly what: string };

/** Everything that may stand in braces, by name. */
export interface Placeholders {
  readonly known: ReadonlyMap<string, Placeholder>;
  /** Names met so far; what stays out is unused. */
  readonly used: Set<string>;
}

/** Values that Toolgate makes for each call. */
export const INJECTED: readonly string[] = ["_scan_id", "_output_file", "_evidence_dir"];

/** One word of a command, and where it stands. */
export interface Word {
  readonly text: string;
  readonly place: Place;
}
