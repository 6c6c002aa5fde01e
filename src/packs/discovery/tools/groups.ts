import { defineTool } from "../../../library/define-tool.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import { describeGroup } from "../../../registry/disclosure/describe-group.ts";
import { META_TOOLS } from "../../../registry/disclosure/meta-tools.ts";
import type { DiscoverySource } from "../create-discovery-pack.ts";
import { toViewer } from "../to-viewer.ts";

const MOST_GROUPS = 200;

/** `list_tool_groups`: which groups of tools there are for this caller. */
export function defineGroupsTool(source: DiscoverySource): DefinedTool {
  return defineTool({
    name: META_TOOLS.groups,
    title: "List tool groups",
    description: "Lists the groups of tools that there are, each with what it is about and how many tools it has.",
    effect: "read",
    params: {},
    handler: async (_args, context) => {
      const groups = [...(await source.groups(toViewer(context)))];
      const shown = groups.slice(0, MOST_GROUPS).map(([name, tools]) => ({
        name,
        description: describeGroup(name, tools, ownText(source.descriptions, name)),
        tools: tools.length,
      }));
      const loaded = source.loaded(context.session.id).filter((group) => groups.some(([name]) => name === group));
      return { groups: shown, more: groups.length - shown.length, loaded };
    },
  });
}

function ownText(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
