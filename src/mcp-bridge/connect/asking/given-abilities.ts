import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { toAbilities } from "../../../model/client-capabilities.ts";
import type { ClientAbilities } from "../../../model/question.ts";

/** Whoever answers has a person; its model and its folders are for the servers that the operator gave them to. */
export function toGiven(server: McpServer, client: ClientAbilities = toAbilities(undefined)): ClientAbilities {
  const { sampling = false, roots = false } = server;
  return {
    ...client,
    sampling: client.sampling && sampling,
    samplingTools: client.samplingTools && sampling,
    roots: client.roots && roots,
  };
}

/** What a server may be told before it is known whose calls it will get. */
export function toOffered(server: McpServer): ClientAbilities {
  return toGiven(server, { form: true, url: true, sampling: true, samplingTools: true, roots: true });
}

/** For the caller, who can tell whoever set up the server. */
export function describeNotGiven(what: "sampling" | "roots", { name }: McpServer): string {
  return `the server asked for ${what}, which it was not given (\`${what} = true\` in [mcp.servers.${name}])`;
}
