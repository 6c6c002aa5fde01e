import type { DenyPack } from "../../../policy/policy.ts";

/** From the strictest. */
const PACKS: readonly DenyPack[] = ["extended", "standard", "off"];

/** Of two words the one that denies more. */
export function toStricterPack(one: DenyPack, other: DenyPack | null): DenyPack {
  return other !== null && PACKS.indexOf(other) < PACKS.indexOf(one) ? other : one;
}
