import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";
import type { OpenServer } from "./open-server.ts";
import { findNameOwner } from "./import/find-name-owner.ts";
import { findWithheld } from "./pins/find-withheld.ts";

/** Takes all tools of all servers in place of those before, and what keeps others from being tools. */
export type Publish = (tools: readonly Tool[], issues: readonly ManifestIssue[]) => void;

/** Makes the tools of all servers and hands them on. @param declared all of them, also those that are not used */
export function createPublisher(
  publish: Publish,
  declared: readonly McpServer[],
): (servers: readonly OpenServer[]) => void {
  return (servers) => {
    const tools: RankedTool[] = [];
    const issues = declared.flatMap((server) =>
      server.problem === undefined ? [] : [toUnused(server, server.problem)],
    );
    for (const one of servers) {
      for (const ranked of toTools(one)) {
        const owner = findNameOwner(ranked.tool.name, one.server, declared);
        if (owner === null) tools.push(ranked);
        else issues.push(toIssue(one, renderTaken(ranked.tool.name, owner)));
      }
      tools.push(...toPassages(one));
      issues.push(...[...one.problems, ...one.imported.problems()].map((problem) => toIssue(one, problem)));
    }
    publish(
      tools.sort((first, second) => first.rank - second.rank).map(({ tool }) => tool),
      issues,
    );
  };
}

/** Of two tools under one name, the lower rank keeps it. */
interface RankedTool {
  readonly tool: Tool;
  readonly rank: number;
}

/** No project takes a name from the user's servers, and nothing that nobody accepted takes one from what somebody did. */
function toRank({ server }: OpenServer, isAccepted: boolean): number {
  return (server.layer === "user" ? 0 : 2) + (isAccepted ? 0 : 1);
}

function toPassages(one: OpenServer): readonly RankedTool[] {
  return one.pins.size === 0 ? [] : one.passages.map((tool) => ({ tool, rank: toRank(one, true) }));
}

/** What was accepted, also of what must not run at the moment; of what never was, the offer. */
function toTools(one: OpenServer): readonly RankedTool[] {
  one.imported.keep(new Set(one.pins.keys()));
  return [...one.pins.values()].flatMap(({ tool, accepted, offered }) => {
    const text = accepted ?? offered;
    if (tool === "" || text === null || !one.isWanted(tool)) return [];
    const made = one.imported.read(tool, text, findWithheld(one, tool));
    return made === null ? [] : [{ tool: made, rank: toRank(one, accepted !== null) }];
  });
}

function renderTaken(name: string, owner: string): string {
  return `${JSON.stringify(name)} is left out: names that begin like that are those of the server ${JSON.stringify(owner)}`;
}

function toUnused({ name }: McpServer, message: string): ManifestIssue {
  const place = { file: `mcp server ${name}`, line: 1, column: 1, endColumn: 1 };
  const hint = `Give \`[mcp.servers.${name}]\` another name.`;
  return { severity: "warning", code: "upstream-server", message, hint, ...place };
}

function toIssue({ server }: OpenServer, message: string): ManifestIssue {
  return {
    severity: "warning",
    code: "upstream-tool",
    message,
    file: `mcp server ${server.name}`,
    line: 1,
    column: 1,
    endColumn: 1,
    hint: "Tell whoever runs the server, or leave the tool out with `tools_deny`.",
  };
}
