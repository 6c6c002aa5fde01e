import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "undici";
import type { Produced } from "../../dist/backends/backend.js";
import { createHttpBackend } from "../../dist/backends/http/http-backend.js";
import type { Gate } from "../../dist/call/gate.js";
import { checkArguments } from "../../dist/call/plan/check-arguments.js";
import { planHttp } from "../../dist/call/plan/http/plan-http.js";
import { shapeOutput } from "../../dist/call/shape/shape-output.js";
import type { ShapeGate } from "../../dist/call/shape/shaping.js";
import { createEgressClient } from "../../dist/egress/client/create-egress-client.js";
import type { EgressClient } from "../../dist/egress/egress.js";
import { parseManifest } from "../../dist/manifest/parse-manifest.js";
import type { AdmittedCall, ResolvedCall } from "../../dist/model/call.js";
import type { Tool } from "../../dist/model/tool.js";
import { createValueScrubber } from "../../dist/output/scrub/create-value-scrubber.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, interleave, median, ratioFigure } from "../measure.ts";

const CALLS_A_ROUND = 300;
const ROUNDS = 15;
const SECRETS = { token: "a-token-of-some-length" };

/**
 * An HTTP tool against a bare request of undici, both over a connection that stays open on loopback: from its arguments to
 * the answer (checked, planned, sent), and on to what the caller gets (parsed, held to its schema, scrubbed).
 */
export async function run(): Promise<readonly Figure[]> {
  // A process of its own, so that the server's work is not counted for either.
  const server = fork(new URL("../servers/json-http.ts", import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [port] = (await once(server, "message")) as [number];
  const client = createEgressClient();
  const agent = new Agent();
  const { send, call } = createCall(`http://127.0.0.1:${port}`, client);
  const bare = async (): Promise<void> => {
    const { body } = await request(`http://127.0.0.1:${port}/v1/acme/items?limit=10`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${SECRETS.token}` },
    });
    const value = (await body.json()) as { items: readonly unknown[] };
    if (value.items.length !== 12) throw new Error("another body than expected");
  };
  const [sent = [], whole = [], theirs = []] = await interleave(ROUNDS, [
    () => time(send),
    () => time(call),
    () => time(bare),
  ]);
  await Promise.all([client.close(), agent.close()]);
  server.disconnect();
  await once(server, "exit");
  const added = sent.map((value, index) => Math.max(0, value - (theirs[index] ?? value)));
  return [
    ratioFigure("HTTP tool, arguments to answer, vs bare undici request", "ms", sent, theirs, null),
    ratioFigure("HTTP tool, arguments to outcome, vs bare undici request", "ms", whole, theirs, null),
    absoluteFigure("what the HTTP back end adds to a request", "ms", [median(added)], 0.3),
  ];
}

/** Milliseconds for one call, one after the other. */
async function time(once: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < CALLS_A_ROUND; count++) await once();
  return (performance.now() - before) / CALLS_A_ROUND;
}

/** The steps that are about HTTP; deciding and recording have figures of their own. */
function createCall(origin: string, client: EgressClient): { send: () => Promise<Sent>; call: () => Promise<void> } {
  const tool = declare(origin);
  const { backend } = tool;
  if (backend.kind !== "http") throw new Error(backend.kind);
  const gate = {
    config: { workspaceRoots: ["/"], output: { maxModelChars: 50_000 } },
    scope: { current: { scope: null, required: true } },
  } as unknown as Gate & ShapeGate;
  const reach = { scope: null, scopeRequired: true, privateAddresses: ["127.0.0.1"] };
  const http = createHttpBackend({ client, reach: () => reach });
  const { signal } = new AbortController();
  const call = { id: "0198c000-0000-7000-8000-000000000000", receivedAt: 0, args: { owner: "acme", limit: 10 } };
  const resolved = { tool, call, session: { id: "s", folder: "/" } } as unknown as ResolvedCall;
  const send = async (): Promise<Sent> => {
    const checked = checkArguments(resolved, null, gate);
    const plan = planHttp({ ...resolved, backend, checked, timeoutMs: 30_000 }, gate);
    const admitted = { ...resolved, plan } as unknown as AdmittedCall;
    return { admitted, produced: await http.run(admitted, { signal, sealed: {}, secrets: SECRETS }) };
  };
  return {
    send,
    call: async () => {
      const { admitted, produced } = await send();
      const scrubber = createValueScrubber(Object.values(SECRETS));
      const outcome = await shapeOutput({ produced, scrubber }, admitted, gate, { signal });
      if (outcome.error !== null) throw new Error(JSON.stringify(outcome.error));
    },
  };
}

interface Sent {
  readonly admitted: AdmittedCall;
  readonly produced: Produced;
}

function declare(origin: string): Tool {
  const text = `[tool]
name = "items"
description = "Lists items."
[args.owner]
type = "string"
required = true
[args.limit]
type = "integer"
default = 10
[http]
url = "${origin}/v1/{owner}/items?limit={limit}"
headers = { Authorization = "Bearer {_secret:token}" }
[output]
format = "json"
[output.schema]
type = "object"
required = ["items"]
`;
  const [tool] = parseManifest(text, { file: "items.clad.toml", layer: "user" }).tools;
  if (tool === undefined) throw new Error("the tool of the case cannot be read");
  return tool;
}
