import type { HttpResult } from "../../backends/backend.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { Scrubber } from "../../output/scrubber.ts";
import type { ShapedOutput } from "./shaped-output.ts";

/** An answer as an outcome: its status as a word, its body parsed and checked. */
export function shapeHttp(_result: HttpResult, _admitted: AdmittedCall, _scrubber: Scrubber): ShapedOutput {
  throw new Error("not yet");
}
