import type { Condition } from "../model/arg-node.ts";

/** Whether a condition holds; both sides are compared as text, and an absent value is the empty text. */
export function matchCondition(condition: Condition, read: (name: string) => string | undefined): boolean {
  switch (condition.kind) {
    case "compare":
      return ((read(condition.name) ?? "") === condition.literal) === (condition.operator === "==");
    case "and":
      return matchCondition(condition.left, read) && matchCondition(condition.right, read);
    case "or":
      return matchCondition(condition.left, read) || matchCondition(condition.right, read);
  }
}
