import type { Tool } from "../../model/tool.ts";

const MAX_DESCRIPTION = 200;
const MAX_EXAMPLES = 6;
const MAX_NAME = 40;

/** What a group is about: in the operator's words, else by some of its tools. */
export function describeGroup(group: string, tools: readonly Tool[], said: string | undefined): string {
  if (said !== undefined) return said.slice(0, MAX_DESCRIPTION);
  const step = Math.max(1, Math.floor(tools.length / MAX_EXAMPLES));
  const examples = tools.filter((_, at) => at % step === 0).slice(0, MAX_EXAMPLES);
  const names = examples.map((tool) => (tool.title ?? shorten(tool, group)).slice(0, MAX_NAME));
  const more = tools.length - names.length;
  return `Such as ${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`.slice(0, MAX_DESCRIPTION);
}

/** Without what the group says already: its name before a dot, or what begins the names of a server's tools. */
function shorten({ name, backend }: Tool, group: string): string {
  const isPlain = backend.kind === "mcp" && name.endsWith(`__${backend.tool}`);
  const bare = isPlain ? backend.tool : name.startsWith(`${group}.`) ? name.slice(group.length + 1) : name;
  return bare.replaceAll("_", " ");
}
