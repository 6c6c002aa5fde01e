import { toPrefix } from "../../mcp-bridge/import/to-tool-name.ts";

/** Two servers that rules, grants and clients could not tell apart. */
export interface NameClash {
  readonly name: string;
  /** The one that came before it. */
  readonly other: string;
  /** What both are called where tools are named. */
  readonly both: string;
}

/** Servers whose names differ only by signs or case that the names of tools do not carry, such as `a-b` and `a_b`. */
export function findNameClashes(names: readonly string[]): readonly NameClash[] {
  const seen = new Map<string, string>();
  return names.flatMap((name) => {
    const both = toPrefix(name);
    const other = seen.get(both.toLowerCase());
    if (other === undefined) seen.set(both.toLowerCase(), name);
    return other === undefined ? [] : [{ name, other, both }];
  });
}
