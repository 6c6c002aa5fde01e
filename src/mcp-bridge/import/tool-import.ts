import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool, Withheld } from "../../model/tool.ts";
import { showText } from "../../text/show-text.ts";
import { toUpstreamTool } from "./to-upstream-tool.ts";
import type { ImportedTool } from "./to-upstream-tool.ts";

/** Makes tools of one server's definitions; what has not changed stays the same object. */
export interface ToolImport {
  /** @param text canonical JSON of the definition */
  read(name: string, text: string, withheld: Withheld | null): Tool | null;
  /** Forgets the tools that a server has no more: it may make up new names for ever. */
  keep(names: ReadonlySet<string>): void;
  /** Why definitions that were read last cannot be used. */
  problems(): readonly string[];
}

interface Known {
  readonly mark: string;
  readonly imported: ImportedTool;
}

export function createToolImport(server: McpServer): ToolImport {
  const known = new Map<string, Known>();
  return {
    read(name, text, withheld) {
      const mark = `${withheld?.message ?? ""}\n${text}`;
      const before = known.get(name);
      const imported =
        before?.mark === mark
          ? before.imported
          : toUpstreamTool({ server, name, definition: JSON.parse(text) as JsonObject, withheld });
      known.set(name, { mark, imported });
      return imported.ok ? imported.tool : null;
    },
    keep(names) {
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    },
    problems: () =>
      [...known].flatMap(([name, { imported }]) =>
        imported.ok ? [] : [`${JSON.stringify(showText(name, 128))} cannot be used: ${imported.problem}`],
      ),
  };
}
