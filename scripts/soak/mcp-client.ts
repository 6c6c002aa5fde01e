import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";

/** A client of the gateway that keeps its connections, as a plain program would be one. */
export interface McpSoakClient {
  /** How the call ended: `success`, or the code of its error. `leaves`: the client goes away once the call has begun. */
  call(tool: string, args: object, leaves: boolean): Promise<string>;
  close(): void;
}

export function createMcpClient(url: string, token: string): McpSoakClient {
  const agent = new Agent({ keepAlive: true });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
  };
  return {
    async call(tool, args, leaves) {
      // Who asks for progress gets a stream, on which a call says that it began.
      const params = { name: tool, arguments: args, _meta: { progressToken: "soak" } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(url, { method: "POST", agent, headers }, resolve);
        outgoing.once("error", reject).end(body);
      });
      return leaves ? leave(response) : readEnd(response);
    },
    close: () => agent.destroy(),
  };
}

async function leave(response: IncomingMessage): Promise<string> {
  for await (const chunk of response) if (String(chunk).includes("notifications/progress")) break;
  response.destroy();
  return "CANCELLED";
}

interface Answered {
  readonly result?: { readonly _meta?: Readonly<Record<string, { readonly status: string; readonly code?: string }>> };
}

async function readEnd(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  const line = text.split("\n").findLast((one) => one.startsWith("data: {")) ?? "";
  const { result }: Answered = JSON.parse(line === "" ? text : line.slice("data: ".length)) as Answered;
  const outcome = result?._meta?.["toolgate/outcome"];
  return outcome === undefined ? text.slice(0, 200) : (outcome.code ?? outcome.status);
}
