import { defineTool } from "../../../library/define-tool.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import { META_TOOLS } from "../../../registry/disclosure/meta-tools.ts";
import { readGroupNames } from "../../../registry/disclosure/read-group-names.ts";
import type { DiscoverySource } from "../create-discovery-pack.ts";
import { toViewer } from "../to-viewer.ts";

/** Of one answer. */
const MOST_NAMES = 300;
const MOST_UNKNOWN = 20;
const MAX_UNKNOWN = 100;

/** `load_tools`: adds the tools of groups to what is listed in this session. */
export function defineLoadTool(source: DiscoverySource): DefinedTool {
  return defineTool({
    name: META_TOOLS.load,
    title: "Load tools",
    description: `Adds the tools of groups to your list; \`${META_TOOLS.groups}\` says which there are.`,
    effect: "read",
    inputSchema: {
      type: "object",
      properties: {
        // Whatever comes is read as names, or as none.
        groups: { anyOf: [{ type: "array", items: { type: "string" } }, {}], description: "Names of groups." },
      },
      additionalProperties: false,
    },
    handler: async ({ groups: given }, context) => {
      const viewer = toViewer(context);
      const groups = await source.groups(viewer);
      const wanted = readGroupNames(given);
      const found = wanted.filter((name) => groups.has(name));
      await source.load(viewer, found);
      const names = found.flatMap((name) => (groups.get(name) ?? []).map((tool) => tool.name));
      return {
        loaded: source.isFollowed(viewer.session)
          ? source.loaded(viewer.session).filter((name) => groups.has(name))
          : found.toSorted(),
        tools: names.slice(0, MOST_NAMES),
        more: Math.max(0, names.length - MOST_NAMES),
        unknown: wanted
          .filter((name) => !groups.has(name))
          .slice(0, MOST_UNKNOWN)
          .map((name) => name.slice(0, MAX_UNKNOWN)),
        next: `What is not in your list is called with \`${META_TOOLS.call}\`; \`${META_TOOLS.search}\` gives schemas.`,
      };
    },
  });
}
