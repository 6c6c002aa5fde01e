/**
 * A tool of an MCP server in the form that most agents have, so that one rule is for all: `mcp__SERVER__TOOL`. Servers
 * name their tools themselves, so that the part before the tool's name never comes from one.
 */
export function toMcpName(server: string | null, tool: string, fallback: string): string {
  const name = server === null || server === "" ? fallback : server;
  return `mcp__${plain(name).replace(/_{2,}/g, "_")}__${plain(tool)}`;
}

function plain(text: string): string {
  return text.replace(/[^\w.-]/g, "_");
}
