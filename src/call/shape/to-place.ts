import { toScanId } from "../../evidence/evidence-place.ts";
import type { EvidencePlace } from "../../evidence/evidence-store.ts";
import type { ResolvedCall } from "../../model/call.ts";

/** Where the files of a call belong. */
export function toPlace({ call, session, tool }: Pick<ResolvedCall, "call" | "session" | "tool">): EvidencePlace {
  return { scanId: toScanId(call), sessionId: session.id, outputDir: tool.evidence?.outputDir ?? null };
}
