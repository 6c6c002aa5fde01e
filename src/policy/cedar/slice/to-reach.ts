import { readNode, readPath, readString } from "./expression.ts";
import type { Expression } from "./expression.ts";
import { isTotal } from "./is-total.ts";

/** A parsed policy, as far as it is read here. */
export interface PolicyJson {
  readonly effect: "permit" | "forbid";
  readonly action: Constraint;
  readonly resource: Constraint;
  readonly conditions: readonly { readonly kind: "when" | "unless"; readonly body: Expression }[];
  readonly annotations?: Readonly<Record<string, string | null>>;
}

/** `op` is one of `All`, `==`, `in`, `is`. */
export interface Constraint {
  readonly op: string;
  readonly entity?: Entity;
  readonly entities?: readonly Entity[];
  readonly entity_type?: string;
}

type Entity = { readonly type: string; readonly id: string } | { readonly __entity: { type: string; id: string } };
type Names = ReadonlySet<string>;

/**
 * The tools that a policy can say anything about; `null` stands for all. For every other tool it is false, and no error:
 * leaving it out there changes nothing.
 */
export interface Reach {
  readonly resourceType: string | null;
  readonly names: Names | null;
  /** `Type::"id"` as JSON pairs. */
  readonly actions: Names | null;
}

export function toReach({ resource, action, conditions }: PolicyJson): Reach {
  const scope = resource.op === "==" && resource.entity !== undefined ? readEntity(resource.entity) : null;
  const inConditions = narrowByConditions(conditions);
  const inScope = scope === null ? null : new Set([scope.id]);
  return {
    resourceType: scope?.type ?? (resource.op === "is" ? (resource.entity_type ?? null) : null),
    names: inScope === null ? inConditions : intersect(inScope, inConditions),
    actions: narrowByAction(action),
  };
}

/** The text of an action in `Reach.actions`. */
export function toActionKey(type: string, id: string): string {
  return JSON.stringify([type, id]);
}

/** Actions have no parents here, so `in` means to be one of them. */
function narrowByAction({ op, entity, entities }: Constraint): Names | null {
  if (op !== "==" && op !== "in") return null;
  const all = entities ?? (entity === undefined ? null : [entity]);
  return all === null ? null : new Set(all.map(readEntity).map(({ type, id }) => toActionKey(type, id)));
}

/** Clauses are evaluated in order, so one counts only if none before it can end in an error. */
function narrowByConditions(conditions: PolicyJson["conditions"]): Names | null {
  let names: Names | null = null;
  for (const { kind, body } of conditions) {
    if (kind === "when") names = intersect(names, narrow(body));
    if (!isTotal(body)) break;
  }
  return names;
}

/** Tools for which the expression may be true or an error: for all others it is false. `null`: any tool. */
function narrow(expression: Expression): Names | null {
  const { op, body, children } = readNode(expression);
  const [left, right] = children;
  if (left === undefined || right === undefined) return null;
  switch (op) {
    case "==":
      return readTool(left, right) ?? readTool(right, left);
    case "contains":
      return isToolName(right) ? readStrings(left) : null;
    case "&&":
      return isTotal(left) ? intersect(narrow(left), narrow(right)) : narrow(left);
    case "||":
      return unite(narrow(left), narrow(right));
    case "in":
      return isResource(left) && body.right !== undefined ? readEntityNames(body.right) : null;
    default:
      return null;
  }
}

function readTool(left: Expression, right: Expression): Names | null {
  const name = isToolName(left) ? readString(right) : null;
  if (name !== null) return new Set([name]);
  return isResource(left) ? readEntityNames(right) : null;
}

function isToolName(expression: Expression): boolean {
  const read = readPath(expression);
  return read?.variable === "resource" && read.path.length === 1 && read.path[0] === "tool_name";
}

function isResource(expression: Expression): boolean {
  return expression["Var"] === "resource";
}

/** Tools have no parents here, so `in` means to be it. */
function readEntityNames(expression: Expression): Names | null {
  const value = expression["Value"];
  const isEntity = typeof value === "object" && value !== null && "__entity" in value;
  return isEntity ? new Set([readEntity(value as Entity).id]) : null;
}

function readStrings(expression: Expression): Names | null {
  const { op, children } = readNode(expression);
  if (op !== "Set") return null;
  const texts = children.map(readString);
  return texts.includes(null) ? null : new Set(texts.filter((text) => text !== null));
}

function readEntity(entity: Entity): { readonly type: string; readonly id: string } {
  return "__entity" in entity ? entity.__entity : entity;
}

function intersect(left: Names | null, right: Names | null): Names | null {
  if (left === null || right === null) return left ?? right;
  return new Set([...left].filter((name) => right.has(name)));
}

function unite(left: Names | null, right: Names | null): Names | null {
  return left === null || right === null ? null : new Set([...left, ...right]);
}
