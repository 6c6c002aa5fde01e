/** An expression of a parsed policy: an object with one key, its operator. */
export type Expression = Readonly<Record<string, unknown>>;

/** An expression taken apart. `known: false`: an operator that this version has not heard of. */
export interface Node {
  readonly op: string;
  readonly body: Body;
  readonly children: readonly Expression[];
  readonly known: boolean;
}

/** What stands under an operator; which keys are there depends on it. */
export interface Body {
  readonly left?: Expression;
  readonly right?: Expression;
  readonly arg?: Expression;
  readonly attr?: string | readonly string[];
  readonly pattern?: readonly unknown[];
  readonly in?: Expression;
  readonly if?: Expression;
  readonly then?: Expression;
  readonly else?: Expression;
}

const LEAVES: ReadonlySet<string> = new Set(["Value", "Var", "Slot"]);
const UNARY: ReadonlySet<string> = new Set(["!", "neg", "isEmpty"]);
const BINARY: ReadonlySet<string> = new Set(
  "== != in < <= > >= && || + - * contains containsAll containsAny getTag hasTag".split(" "),
);
const ACCESS: ReadonlySet<string> = new Set([".", "has", "like", "is"]);

/** The operator of an expression, and the expressions below it in the order that they are evaluated. */
export function readNode(expression: Expression): Node {
  const [op = "", value] = Object.entries(expression)[0] ?? [];
  const body = (typeof value === "object" && value !== null ? value : {}) as Body;
  return { op, body, ...listChildren(op, body, value) };
}

/** How many operators stand above the deepest one, itself included. */
export function measureDepth(expression: Expression): number {
  let deepest = 0;
  const open: (readonly [Expression, number])[] = [[expression, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [current, depth] = next;
    deepest = Math.max(deepest, depth);
    for (const child of readNode(current).children) open.push([child, depth + 1]);
  }
  return deepest;
}

/** Of all patterns in it together, in characters. */
export function measurePatterns(expression: Expression): number {
  let length = 0;
  const open: Expression[] = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { body, children } = readNode(next);
    length += body.pattern?.length ?? 0;
    open.push(...children);
  }
  return length;
}

/** `["args", "port"]` of `resource.args.port`; `null` unless it is a variable and attributes of it. */
export function readPath(
  expression: Expression,
): { readonly variable: string; readonly path: readonly string[] } | null {
  const path: string[] = [];
  let current = expression;
  for (;;) {
    const { op, body } = readNode(current);
    if (op === "Var") return { variable: String(current["Var"]), path: path.reverse() };
    if (op !== "." || body.left === undefined || typeof body.attr !== "string") return null;
    path.push(body.attr);
    current = body.left;
  }
}

/** The text of a string literal; `null` for everything else. */
export function readString(expression: Expression): string | null {
  const value = expression["Value"];
  return typeof value === "string" ? value : null;
}

function listChildren(op: string, body: Body, value: unknown): Pick<Node, "children" | "known"> {
  if (LEAVES.has(op)) return { children: [], known: true };
  if (UNARY.has(op)) return toChildren([body.arg]);
  if (BINARY.has(op)) return toChildren([body.left, body.right]);
  if (ACCESS.has(op)) return toChildren(op === "is" && body.in !== undefined ? [body.left, body.in] : [body.left]);
  if (op === "if-then-else") return toChildren([body.if, body.then, body.else]);
  if (op === "Record") return toChildren(Object.values(value as Readonly<Record<string, Expression>>));
  // A set, or a function with its arguments.
  if (Array.isArray(value)) return toChildren(value as readonly Expression[]);
  return { children: [], known: false };
}

function toChildren(expressions: readonly (Expression | undefined)[]): Pick<Node, "children" | "known"> {
  const children = expressions.filter((one) => one !== undefined);
  return { children, known: children.length === expressions.length };
}
