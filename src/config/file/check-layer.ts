import type { ManifestIssue } from "../../manifest/manifest.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkRuleExamples } from "./rules/check-rule-examples.ts";
import type { ConfigLayer } from "./config-layer.ts";

/** The checks of a file that need more than its text: each loads what it needs only where there is something to check. */
export async function checkLayer(layer: ConfigLayer): Promise<readonly ManifestIssue[]> {
  const found = await Promise.all([checkRuleExamples(layer), checkPatterns(layer)]);
  return found.flat();
}
