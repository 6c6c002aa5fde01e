import type { TemplatePart, TextTemplate } from "../../model/backend.ts";
import type { PlannedPiece, PlannedText } from "../../model/plan.ts";
import { fillTemplate, joinPieces } from "./http-values.ts";
import type { HttpValues, PlaceRules } from "./http-values.ts";

/** `a={x}&b={y}` with its values; a pair with an absent value is left out. The pairs are the author's alone. */
export function renderPairs(template: TextTemplate, values: HttpValues, rules: PlaceRules): PlannedText {
  const pairs = splitPairs(template).flatMap((pair) => {
    const filled = fillTemplate(pair, values, rules);
    return filled === null ? [] : [filled];
  });
  const pieces = pairs.flatMap((pair, index): readonly PlannedPiece[] =>
    index === 0 ? pair : [{ kind: "text", text: "&" }, ...pair],
  );
  return joinPieces(pieces);
}

function splitPairs(template: TextTemplate): readonly TextTemplate[] {
  const pairs: TemplatePart[][] = [[]];
  for (const part of template) {
    if (part.kind !== "text") {
      pairs.at(-1)?.push(part);
      continue;
    }
    for (const [index, text] of part.text.split("&").entries()) {
      if (index > 0) pairs.push([]);
      if (text !== "") pairs.at(-1)?.push({ kind: "text", text });
    }
  }
  return pairs;
}
