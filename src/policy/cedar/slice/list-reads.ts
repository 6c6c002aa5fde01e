import { readNode } from "./expression.ts";
import type { Expression } from "./expression.ts";
import type { PolicyJson } from "./to-reach.ts";

/** What a policy can observe of a request. */
export interface Reads {
  /** Every attribute that it names, wherever. */
  readonly names: ReadonlySet<string>;
  /** It compares a record as a whole, so it observes every attribute. */
  readonly everything: boolean;
}

/** Attributes that are records: naming one without an attribute of it observes all of it. */
const RECORDS: ReadonlySet<string> = new Set(["args", "page_state"]);

/** INVARIANT: an attribute that is not among these can be left out of a request without a difference. */
export function listReads({ conditions }: Pick<PolicyJson, "conditions">): Reads {
  const names = new Set<string>();
  let everything = false;
  const visit = (expression: Expression, isRead: boolean): void => {
    const { op, body, children, known } = readNode(expression);
    const attributes = body.attr === undefined ? [] : [body.attr].flat();
    if (op === "." || op === "has") for (const name of attributes) names.add(name);
    const isRecord = expression["Var"] === "context" || (op === "." && isRecordAttribute(attributes, body.left));
    if (!known || (isRecord && !isRead)) everything = true;
    for (const child of children) visit(child, op === "." || op === "has");
  };
  for (const { body } of conditions) visit(body, false);
  return { names, everything };
}

/** An argument may be called as the records are; its value is never one. */
function isRecordAttribute(attributes: readonly string[], owner: Expression | undefined): boolean {
  if (!attributes.some((name) => RECORDS.has(name))) return false;
  return owner === undefined || readNode(owner).op !== "." || readNode(owner).body.attr !== "args";
}
