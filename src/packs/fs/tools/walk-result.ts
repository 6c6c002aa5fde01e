import type { JsonSchema } from "../../../model/json.ts";
import type { Cut, WalkReport } from "../access/walk-tree.ts";

const CUTS: readonly Cut[] = ["results", "entries", "folder", "depth", "time", "bytes"];

/** What a result leaves out, in words that say which limit was met; empty when it is complete. */
export const CUT: JsonSchema = {
  type: "array",
  items: { enum: [...CUTS] },
  description:
    "Why something may be missing: results (more than asked for), entries or folder (too many to look at), depth, time, bytes",
};

/** In a fixed order. */
export function cutList({ cut }: WalkReport): readonly Cut[] {
  return CUTS.filter((each) => cut.has(each));
}
