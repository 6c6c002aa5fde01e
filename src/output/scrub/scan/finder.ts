import type { Spans } from "./spans.ts";
import type { View } from "./view.ts";

/**
 * Adds all that begins at or after `from`. Returns the place up to which everything is decided, the end for a text that is
 * final; the next call begins there, with at least `LOOK_BEHIND` characters before it.
 */
export type Finder = (view: View, from: number, spans: Spans) => number;
