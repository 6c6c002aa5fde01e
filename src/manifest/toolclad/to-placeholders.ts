import type { ArgNode } from "../../model/arg-node.ts";
import { showText } from "../../text/show-text.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { INJECTED } from "./placeholders.ts";
import type { Placeholder, Placeholders } from "./placeholders.ts";
import type { Mapping } from "./read-mappings.ts";

/**
 * The placeholders that a conditional may use too. A mapping of `ARG` is `{_ARG_flags}`, and `{_ARG}` unless something
 * else is called so; a single one is also `{_scan_flags}`. Implementations of the format differ in the names.
 */
export function toPlaceholders(
  values: readonly string[],
  mappings: readonly Mapping[],
  conditionals: readonly string[],
): Placeholders {
  const known = new Map<string, Placeholder>();
  for (const name of [...values, ...INJECTED]) known.set(name, { kind: "value" });
  for (const mapping of mappings) known.set(`_${mapping.param}_flags`, toFlags(mapping));
  const [only] = mappings;
  if (only !== undefined && mappings.length === 1 && !known.has("_scan_flags")) known.set("_scan_flags", toFlags(only));
  for (const mapping of mappings) {
    const name = `_${mapping.param}`;
    if (!known.has(name) && !conditionals.includes(mapping.param)) known.set(name, toFlags(mapping));
  }
  return { known, used: new Set() };
}

/** Adds the conditionals, each as `{_NAME}` and `{_cond_NAME}`: implementations of the format differ in the name. */
export function addConditionals(
  base: Placeholders,
  conditionals: ReadonlyMap<string, readonly ArgNode[]>,
  log: IssueLog,
): Placeholders {
  const known = new Map(base.known);
  for (const [name, nodes] of conditionals) {
    for (const placeholder of [`_${name}`, `_cond_${name}`]) {
      if (known.has(placeholder)) {
        const place = { path: ["command", "conditionals", name], part: "key" } as const;
        const message = `{${showText(placeholder)}} already means something else`;
        addError(log, "duplicate-name", place, message, "Give the conditional another name.");
      }
      known.set(placeholder, { kind: "nodes", nodes, what: "a conditional" });
    }
  }
  return { known, used: base.used };
}

function toFlags(mapping: Mapping): Placeholder {
  return { kind: "nodes", nodes: [mapping], what: "a mapping" };
}
