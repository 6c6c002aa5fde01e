import type { ArgNode, Condition } from "../../model/arg-node.ts";

/** Every name that arguments depend on: as a value, through a mapping, or in a condition. */
export function toUsedNames(nodes: readonly ArgNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodes) collect(node, names);
  return names;
}

function collect(node: ArgNode, names: Set<string>): void {
  switch (node.kind) {
    case "arg":
      for (const part of node.parts) if (part.kind === "param") names.add(part.name);
      return;
    case "mapped":
      names.add(node.param);
      return;
    case "when":
      collectCondition(node.condition, names);
      for (const inner of node.args) collect(inner, names);
      return;
    case "group":
      for (const inner of node.args) collect(inner, names);
  }
}

function collectCondition(condition: Condition, names: Set<string>): void {
  if (condition.kind === "compare") {
    names.add(condition.name);
    return;
  }
  collectCondition(condition.left, names);
  collectCondition(condition.right, names);
}
