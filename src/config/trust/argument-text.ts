import type { ArgNode, ArgPart } from "../../model/arg-node.ts";
import type { CommandBackend } from "../../model/backend.ts";
import type { ToolInput } from "../../model/tool.ts";

/** One argument as its author wrote it, `{{name}}` for a value; a list is left out or chosen as a whole. */
export type ArgumentText = string | readonly ArgumentText[];

/** Everything that a tool can pass to its program. Constants are put in, and defaults shown as `{{name=default}}`. */
export function toArgumentTexts({ args, constants }: CommandBackend, input: ToolInput): readonly ArgumentText[] {
  const params = input.kind === "params" ? input.params : [];
  const defaults = new Map(params.map((param) => [param.name, param.default]));
  const show = (part: ArgPart): string => {
    if (part.kind === "text") return part.text;
    if (!defaults.has(part.name) && Object.hasOwn(constants, part.name)) return constants[part.name] ?? "";
    const preset = defaults.get(part.name);
    if (preset === undefined) return `{{${part.name}}}`;
    return `{{${part.name}=${typeof preset === "string" ? preset : JSON.stringify(preset)}}}`;
  };
  return args.flatMap((node) => toTexts(node, show));
}

function toTexts(node: ArgNode, show: (part: ArgPart) => string): readonly ArgumentText[] {
  switch (node.kind) {
    case "arg":
      return [node.parts.map(show).join("")];
    case "group":
    case "when":
      return [node.args.flatMap((member) => toTexts(member, show))];
    case "mapped":
      return Object.values(node.table);
  }
}
