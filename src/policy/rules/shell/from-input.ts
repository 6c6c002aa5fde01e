import type { ItemWord } from "../../../shell/analysis.ts";

/** What `xargs` adds: any number of words with any text. */
export const FROM_INPUT: ItemWord = {
  text: null,
  prefix: "",
  dynamic: "substitution",
  glob: false,
  tilde: false,
  quoted: false,
  splits: true,
  start: 0,
  end: 0,
};
