import { defineTool } from "../../../library/define-tool.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import { META_TOOLS } from "../../../registry/disclosure/meta-tools.ts";
import type { DiscoverySource } from "../create-discovery-pack.ts";
import { toResults } from "../results/to-results.ts";
import { toViewer } from "../to-viewer.ts";

const MOST = 20;

const FOUND = `Call one with \`${META_TOOLS.call}\`: its name, and its arguments.`;
const NOTHING = `Nothing fits these words. Say it in others, or look what there is with \`${META_TOOLS.groups}\`.`;

/** `search_tools`: tools that fit some words, with all that is needed to call them. */
export function defineSearchTool(source: DiscoverySource): DefinedTool {
  return defineTool({
    name: META_TOOLS.search,
    title: "Search tools",
    description:
      "Finds tools by what you want to do. Only some tools are listed; search before you say that something cannot be " +
      "done. Returns names, descriptions and input schemas, best first.",
    effect: "read",
    params: {
      query: { type: "text", description: "What you want to do, in a few words: `create github issue`." },
      limit: { type: "integer", min: 1, max: MOST, default: 5, description: "How many at most." },
    },
    handler: async ({ query, limit }, context) => {
      const found = await source.search(query as string, toViewer(context), limit as number);
      return { tools: toResults(found), next: found.length === 0 ? NOTHING : FOUND };
    },
  });
}
