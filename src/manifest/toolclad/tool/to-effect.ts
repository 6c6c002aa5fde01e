import type { Effect, RiskTier } from "../../../model/tool.ts";

/** What a tool counts as when its author only states the risk. */
export function toEffect(riskTier: RiskTier): Effect {
  return riskTier === "info" || riskTier === "low" ? "write" : "destructive";
}
