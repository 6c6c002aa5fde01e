import type { Outcome } from "../../model/outcome.ts";

/** What a caller gets of a call that ran, whatever ran it. */
export type ShapedOutput = Pick<Outcome, "error" | "content" | "forUser" | "structured" | "evidence">;
