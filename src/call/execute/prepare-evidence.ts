import { EvidenceError } from "../../evidence/evidence-error.ts";
import type { AdmittedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { Gate } from "../gate.ts";
import { toPlace } from "../shape/to-place.ts";

/** Makes the folder that a program was told to leave its files in. @throws Refused when it cannot be made */
export async function prepareEvidence(admitted: AdmittedCall, { evidence }: Gate): Promise<void> {
  const { plan, tool } = admitted;
  const isTold = plan.kind !== "handler" && plan.injected["_evidence_dir"] !== undefined;
  if (!isTold && tool.evidence?.capture !== true) return;
  try {
    await evidence.folderFor(toPlace(admitted));
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw new Refused("execute", "EVIDENCE_UNAVAILABLE", error.message, { hint: error.hint });
  }
}
