import { UNSURE_ATTRIBUTES } from "../request/attributes.ts";
import { readNode, readPath } from "./expression.ts";
import type { Expression } from "./expression.ts";

/** Arithmetic can overflow, functions can refuse their argument, tags can be missing: those are not here. */
const SAFE: ReadonlySet<string> = new Set(
  "Value Var ! == != < <= > >= && || if-then-else has like is in . contains containsAll containsAny isEmpty Set Record".split(
    " ",
  ),
);

/**
 * Whether an expression of a policy that passed the type check can never end in an error. Reading fails where something
 * may be unknown of a call, where an argument's type depends on the tool, and on entities other than caller and tool.
 */
export function isTotal(expression: Expression): boolean {
  const { op, body, children, known } = readNode(expression);
  if (!known || !SAFE.has(op)) return false;
  const attributes = body.attr === undefined ? [] : [body.attr].flat();
  if (attributes.some((name) => UNSURE_ATTRIBUTES.has(name) || name === "args")) return false;
  // `has` is false, and no error, on whatever has no attributes.
  if (op === "." && readPath(expression) === null) return false;
  return children.every(isTotal);
}
