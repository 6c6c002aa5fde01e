import { EvidenceError } from "../../evidence/evidence-error.ts";
import type { AdmittedCall } from "../../model/call.ts";
import { isProgramPlan } from "../../model/plan.ts";
import type { Plan } from "../../model/plan.ts";
import { Refused } from "../../model/errors.ts";
import type { Gate } from "../gate.ts";
import { toPlace } from "../shape/to-place.ts";

/** Makes the folder that a program was told to leave its files in. @throws Refused when it cannot be made */
export async function prepareEvidence(admitted: AdmittedCall, { evidence }: Gate): Promise<void> {
  const { plan, tool } = admitted;
  if (!isTold(plan) && tool.evidence?.capture !== true) return;
  try {
    await evidence.folderFor(toPlace(admitted));
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw new Refused("execute", "EVIDENCE_UNAVAILABLE", error.message, { hint: error.hint });
  }
}

/** Most programs are told at most the scan id, and leave no files. */
function isTold(plan: Plan): boolean {
  const folder = isProgramPlan(plan) ? plan.injected["_evidence_dir"] : undefined;
  if (folder === undefined || plan.kind !== "command") return false;
  return [...plan.argv, ...Object.values(plan.fixedEnvironment), plan.stdin ?? ""].some((text) =>
    text.includes(folder),
  );
}
