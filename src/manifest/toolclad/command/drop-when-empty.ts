import type { ArgNode } from "../../../model/arg-node.ts";
import type { ParamSpec } from "../../../model/param.ts";

/**
 * In a template an empty value leaves only spaces behind, which make no argument. In `exec` the same value is an empty
 * argument. So a word of a template that is nothing but a value which may be empty is there only when it is not; after an
 * option it stays, for the option would take the next argument instead. Fragments of conditionals are left alone.
 */
export function dropWhenEmpty(
  nodes: readonly ArgNode[],
  args: readonly ParamSpec[],
  constants: Readonly<Record<string, string>>,
): readonly ArgNode[] {
  return nodes.map((node, index) => {
    const name = toLoneName(node);
    if (name === null || isOption(nodes[index - 1]) || !canBeEmpty(name, args, constants)) return node;
    return { kind: "when", condition: { kind: "compare", name, operator: "!=", literal: "" }, args: [node] };
  });
}

function toLoneName(node: ArgNode): string | null {
  const [part] = node.kind === "arg" && node.parts.length === 1 ? node.parts : [];
  return part?.kind === "param" ? part.name : null;
}

/** Whatever may end in an option counts as one, so a mapping does too. */
function isOption(node: ArgNode | undefined): boolean {
  if (node?.kind !== "arg") return node !== undefined;
  const [part] = node.parts;
  return part?.kind === "text" && part.text.startsWith("-") && part.text !== "--";
}

function canBeEmpty(name: string, args: readonly ParamSpec[], constants: Readonly<Record<string, string>>): boolean {
  if (Object.hasOwn(constants, name)) return constants[name] === "";
  const spec = args.find((arg) => arg.name === name);
  return spec?.type === "msf_options" || (spec?.type === "text" && spec.allowEmpty);
}
