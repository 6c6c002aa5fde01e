import type { AdmittedCall } from "../../model/call.ts";
import type { Cleaner } from "../../output/text/create-cleaner.ts";
import type { Gate } from "../gate.ts";

/** What shaping reaches out to: places for files, what runs parser programs, and the limits. */
export type ShapeGate = Pick<Gate, "evidence" | "runParser"> & {
  readonly config: { readonly output: Pick<Gate["config"]["output"], "maxModelChars"> };
};

/** One output on its way to the caller. */
export interface Shaping {
  readonly admitted: AdmittedCall;
  readonly cleaner: Cleaner;
  readonly gate: ShapeGate;
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal;
}
