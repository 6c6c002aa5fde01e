import type { RunMatcher } from "../scan/find-hex-runs.ts";
import type { Found, View } from "../scan/view.ts";

/** One kind of secret that is recognised by how it looks, whoever it belongs to. */
export interface ScrubPattern {
  /** What `[output] patterns_off` and reports call it. */
  readonly name: string;
  /** What it finds, in a phrase. */
  readonly finds: string;
  /** What is replaced, and what stays. */
  readonly replaces: string;
  /** It is known by how it begins. */
  readonly isToken?: true;
  readonly find: AnchoredFind | RunMatcher["match"];
  /** Texts in which it finds something. */
  readonly hits: readonly string[];
  /** Texts that look alike, in which it finds nothing. */
  readonly misses: readonly string[];
}

/** Looks only where one of the anchors stands. */
export interface AnchoredFind {
  /** At least three characters each; in small letters where case does not matter. */
  readonly anchors: readonly string[];
  readonly ignoreCase: boolean;
  /** `at`: where the anchor begins. Looks back no further than `LOOK_BEHIND`. */
  readonly match: (view: View, at: number, anchor: string) => Found;
}
