import type { PlannedText } from "../../model/plan.ts";

/** A planned text for people and records: a secret is shown as the place that the author wrote. */
export function showPlannedText(text: PlannedText): string {
  return text.map((piece) => (piece.kind === "text" ? piece.text : `{_secret:${piece.name}}`)).join("");
}
