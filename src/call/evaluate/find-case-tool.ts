import { defineTool } from "../../library/define-tool.ts";
import type { ParamDefinition } from "../../library/param-definition.ts";
import type { Tool } from "../../model/tool.ts";
import { toCanonicalName } from "../../registry/aliases.ts";
import { parseSpecifier } from "../../template/parse-specifier.ts";
import type { CaseTool, PolicyCase } from "./policy-case.ts";

/** The tool that a case means: one that it declares, one that is served, or a built-in one, served or not. */
export function findCaseTool(
  { tool, declare = [] }: Pick<PolicyCase, "tool" | "declare">,
  served: (name: string) => Tool | undefined,
  builtins: readonly Tool[],
): Tool | null {
  const declared = declare.find(({ name }) => name === tool);
  if (declared !== undefined) return toTool(declared);
  const name = toCanonicalName(tool);
  return served(tool) ?? served(name) ?? builtins.find((one) => one.name === name) ?? null;
}

/** Its arguments are what its specifier names; nothing runs it. */
function toTool({ name, effect, specifier = null, humanApproval }: CaseTool): Tool {
  const parsed = specifier === null ? null : parseSpecifier(specifier);
  const places = parsed?.ok === true ? [...parsed.kinds] : [];
  const params = Object.fromEntries(places.map(([place]): [string, ParamDefinition] => [place, ARGUMENT]));
  const { tool } = defineTool({
    name,
    description: "Declared for one case.",
    params,
    ...(specifier === null ? {} : { specifier }),
    ...(effect === undefined ? {} : { effect }),
    ...(humanApproval === undefined ? {} : { humanApproval }),
    handler: () => null,
  });
  return tool;
}

const ARGUMENT: ParamDefinition = { type: "text", description: "For rules to match." };
