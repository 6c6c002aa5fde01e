import type { ItemWord } from "../../analysis.ts";
import type { Reading } from "../words/reading.ts";
import type { Positioned } from "../walk.ts";

/** A command that may be a builtin of the shell. */
export interface BuiltinCall {
  readonly name: string;
  readonly args: readonly ItemWord[];
  readonly at: Positioned;
  readonly reading: Reading;
}

/** Names a variable, and nothing more. */
export const IDENTIFIER: RegExp = /^[A-Za-z_][A-Za-z0-9_]*$/;
