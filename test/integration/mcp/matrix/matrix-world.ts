import { fileURLToPath } from "node:url";
import { createHttpServer } from "../../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../../src/server/http/create-http-server.ts";
import type { HttpUpstream } from "../../../fixtures/matrix/http-upstreams.ts";
import { serveModern, serveOldSdk, serveSse } from "../../../fixtures/matrix/http-upstreams.ts";
import type { Revision } from "../../../fixtures/matrix/revisions.ts";
import { REVISIONS } from "../../../fixtures/matrix/revisions.ts";
import { createTestWorkspace } from "../../../support/workspace.ts";
import type { TestGateway } from "../../../support/workspace.ts";
import type { MatrixClient } from "./matrix-client.ts";
import { createRawClient } from "./raw-client.ts";
import { openLines, openSession } from "./raw-ways.ts";
import { createOldSdkClient, createSdkClient } from "./sdk-clients.ts";

/** One gateway before one upstream server, and a client of every revision at it. */
export interface MatrixRow {
  readonly gateway: TestGateway;
  readonly url: string;
  readonly token: string;
  readonly clients: Readonly<Record<Revision, MatrixClient>>;
  close(): Promise<void>;
}

const scriptOf = (name: string): string => fileURLToPath(new URL(`../../../fixtures/matrix/${name}`, import.meta.url));

const toProgram = (script: string): string => `command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(scriptOf(script))}]`;

/** How a server of each revision is reached. */
const UPSTREAMS: Readonly<Record<Revision, string | (() => Promise<HttpUpstream>)>> = {
  "2024-11-05": serveSse,
  "2025-03-26": toProgram("raw-stdio.ts"),
  "2025-06-18": toProgram("sdk-stdio.ts"),
  "2025-11-25": serveOldSdk,
  "2026-07-28": serveModern,
};

export async function openRow(upstream: Revision): Promise<MatrixRow> {
  const made = UPSTREAMS[upstream];
  const served = typeof made === "string" ? null : await made();
  const reached = typeof made === "string" ? made : `url = ${JSON.stringify(served?.url)}`;
  const kind = upstream === "2024-11-05" ? 'transport = "sse"\n' : "";
  const workspace = createTestWorkspace({
    config: `[permissions]
mode = "autonomous"
deny = ["say(text:*forbidden*)"]
ask = ["say(text:*careful*)"]
[network]
private = ["127.0.0.1"]
[mcp.servers.up]
${kind}${reached}
prefix = ""
`,
  });
  const gateway = await workspace.open();
  const { runtime } = gateway;
  const server = await createHttpServer(runtime, { port: 0 });
  await runtime.upstream.connect("up", AbortSignal.timeout(30_000));
  const by = await runtime.control.owner();
  const who = { principal: "p", agent: "matrix", roles: ["agent"] as const, expiresAt: null };
  const { token } = await runtime.control.createToken(who, by);
  const clients = await openClients(gateway, server, token);
  return {
    gateway,
    url: server.url,
    token,
    clients,
    async close() {
      await Promise.all(REVISIONS.map((revision) => clients[revision].close()));
      await server.close();
      await workspace.remove();
      served?.close();
    },
  };
}

async function openClients(
  { runtime }: TestGateway,
  { url }: HttpServer,
  token: string,
): Promise<Readonly<Record<Revision, MatrixClient>>> {
  const made = await Promise.all([
    createRawClient("2024-11-05", (take) => openLines(runtime, take)),
    createRawClient("2025-03-26", (take) => openSession(url, token, take)),
    createSdkClient("2025-06-18", url, token),
    createOldSdkClient(url, token),
    createSdkClient("2026-07-28", url, token),
  ]);
  return Object.fromEntries(REVISIONS.map((revision, index) => [revision, made[index]])) as never;
}
