import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "../model/canonical-json.ts";
import type { Approval, ApprovalAnswer } from "../storage/repositories.ts";

type Unsealed = Omit<ApprovalAnswer, "mac">;

/** Proves that an answer was given by a holder of the approver key, for this very question. */
export function sealAnswer(
  key: Uint8Array,
  approval: Pick<Approval, "id" | "binding">,
  answer: Unsealed,
): ApprovalAnswer {
  return { ...answer, mac: macOf(key, approval, answer) };
}

/** A row that somebody wrote past Toolgate carries no valid seal, and counts as no answer. */
export function isSealed(key: Uint8Array, approval: Pick<Approval, "id" | "binding">, answer: ApprovalAnswer): boolean {
  const expected = Buffer.from(macOf(key, approval, answer), "hex");
  const given = Buffer.from(answer.mac, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf(key: Uint8Array, { id, binding }: Pick<Approval, "id" | "binding">, answer: Unsealed): string {
  const { verdict, by, credential, reason, at, grant } = answer;
  // Answers of an earlier version have no grant, and were sealed without one.
  const granted = grant == null ? {} : { grant: { ...grant } };
  const text = canonicalJson({ id, binding, verdict, by, credential, reason, at, ...granted });
  return createHmac("sha256", key).update(text).digest("hex");
}
