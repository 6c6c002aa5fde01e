import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer as createRawServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import type { ExecutionContext } from "../../src/backends/backend.ts";
import { createHttpBackend } from "../../src/backends/http/http-backend.ts";
import type { Reach } from "../../src/backends/http/to-egress-rules.ts";
import type { Gate } from "../../src/call/gate.ts";
import { checkArguments } from "../../src/call/plan/check-arguments.ts";
import { planHttp } from "../../src/call/plan/http/plan-http.ts";
import { shapeOutput } from "../../src/call/shape/shape-output.ts";
import type { ShapedOutput } from "../../src/call/shape/shaped-output.ts";
import type { ShapeGate } from "../../src/call/shape/shaping.ts";
import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import type { EgressClientOptions } from "../../src/egress/client/create-egress-client.ts";
import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import type { AdmittedCall, ResolvedCall } from "../../src/model/call.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { HttpPlan } from "../../src/model/plan.ts";
import type { Tool } from "../../src/model/tool.ts";
import { createValueScrubber } from "../../src/output/scrub/create-value-scrubber.ts";

/** What stands in a manifest besides its name. */
export interface ToolText {
  readonly args?: string;
  readonly http: string;
  readonly output?: string;
  /** More lines of `[tool]`. */
  readonly tool?: string;
}

export function httpTool({ args = "", http, output = 'format = "text"', tool = "" }: ToolText): Tool {
  const text = `[tool]\nname = "remote"\ndescription = "Asks."\n${tool}\n${args}\n[http]\n${http}\n\n[output]\n${output}\n`;
  const { tools, issues } = parseManifest(text, { file: "remote.clad.toml", layer: "user" });
  const [parsed] = tools;
  if (parsed === undefined) throw new Error(JSON.stringify(issues));
  return parsed;
}

/** The same tool with text arguments that take every character of one line: what must hold without the types too. */
export function loosened(tool: Tool): Tool {
  if (tool.input.kind !== "params") return tool;
  const params = tool.input.params.map((spec) =>
    spec.type === "text" ? { ...spec, refuseMetacharacters: false } : spec,
  );
  return { ...tool, input: { kind: "params", params } };
}

export interface Situation {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly reach?: Partial<Reach>;
  readonly signal?: AbortSignal;
  readonly client?: EgressClientOptions;
  /** What comes between planning and sending. */
  readonly meanwhile?: () => void;
}

/** No call here leaves files or has a parser program. */
const SHAPES: ShapeGate = {
  evidence: { list: () => Promise.resolve([]) } as unknown as ShapeGate["evidence"],
  runParser: () => Promise.reject(new Error("no parser program")),
  config: { output: { maxModelChars: 50_000 } },
};

const LOOPBACK: Reach = { scope: null, scopeRequired: true, privateAddresses: ["127.0.0.1"] };

/** Plans as the gate does. @throws Refused */
export function planCall(tool: Tool, args: JsonObject, reach: Partial<Reach> = {}): HttpPlan {
  return admit(tool, args, reach).plan as HttpPlan;
}

/** Plans, sends and shapes, as the gate does with a call that may run. @throws Refused */
export async function callHttp(tool: Tool, args: JsonObject, situation: Situation = {}): Promise<ShapedOutput> {
  const { secrets = {}, reach = {}, signal = new AbortController().signal, meanwhile } = situation;
  const admitted = admit(tool, args, reach);
  meanwhile?.();
  const client = createEgressClient(situation.client);
  const backend = createHttpBackend({ client, reach: () => ({ ...LOOPBACK, ...reach }) });
  const context: ExecutionContext = { signal, sealed: {}, secrets };
  try {
    const produced = await backend.run(admitted, context);
    const scrubber = createValueScrubber(Object.values(secrets));
    return await shapeOutput({ produced, scrubber }, admitted, SHAPES, { signal });
  } finally {
    await client.close();
  }
}

function admit(tool: Tool, args: JsonObject, reach: Partial<Reach>): AdmittedCall {
  const { scope, scopeRequired } = { ...LOOPBACK, ...reach };
  const gate = { config: { workspaceRoots: ["/"] }, scope: { current: { scope, required: scopeRequired } } };
  const call = { id: randomUUID(), args, receivedAt: Date.now() };
  const resolved = { tool, call, session: { id: "s", folder: "/" } } as unknown as ResolvedCall;
  const checked = checkArguments(resolved, null, gate as unknown as Gate);
  if (tool.backend.kind !== "http") throw new Error(tool.backend.kind);
  const plan = planHttp(
    { ...resolved, backend: tool.backend, checked, timeoutMs: tool.limits.timeoutMs },
    gate as unknown as Gate,
  );
  return { ...resolved, plan } as unknown as AdmittedCall;
}

/** A request as a server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface TestServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** A server on loopback that keeps what it was asked. */
export async function startServer(listener: RequestListener): Promise<TestServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      listener(request, response);
    });
  });
  return listen(server, seen);
}

/** A server that says what no HTTP library would. */
export function startRawServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listen(createRawServer(onConnection), []);
}

async function listen(server: Server, seen: SeenRequest[]): Promise<TestServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    seen,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
