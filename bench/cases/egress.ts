import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "undici";
import { createEgressClient } from "../../dist/egress/client/create-egress-client.js";
import type { EgressRequest, EgressRules } from "../../dist/egress/egress.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, interleave, ratioFigure } from "../measure.ts";

const REQUESTS_A_ROUND = 400;
const ROUNDS = 15;

const RULES: EgressRules = {
  hosts: ["127.0.0.1", "localhost", "*.example.com"],
  permitsAddress: (address) => address === "127.0.0.1",
};

/** A request through the checked client against a bare one of undici, both over a connection that stays open on loopback. */
export async function run(): Promise<readonly Figure[]> {
  // A process of its own, so that the server's work is not counted for either.
  const server = fork(new URL("../servers/echo-http.ts", import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [port] = (await once(server, "message")) as [number];
  const client = createEgressClient();
  const agent = new Agent();
  const url = `http://127.0.0.1:${port}/v1/things?limit=10`;
  const named = `http://localhost:${port}/v1/things?limit=10`;
  const ask = async (target: string): Promise<void> => {
    const result = await client.request(toRequest(target), RULES);
    if (result.kind !== "answered" || result.bodyBytes !== 1024) throw new Error(JSON.stringify(result));
  };
  const bare = async (): Promise<void> => {
    const { body } = await request(url, { dispatcher: agent, headers: { authorization: "Bearer token" } });
    if ((await body.arrayBuffer()).byteLength !== 1024) throw new Error("another body than expected");
  };
  const [byAddress = [], byName = [], theirs = []] = await interleave(ROUNDS, [
    () => time(() => ask(url)),
    () => time(() => ask(named)),
    () => time(bare),
  ]);
  await Promise.all([client.close(), agent.close()]);
  server.disconnect();
  await once(server, "exit");
  const added = byAddress.map((value, index) => value - (theirs[index] ?? Number.NaN));
  return [
    ratioFigure("checked request vs bare undici request, by address", "ms", byAddress, theirs, null),
    ratioFigure("checked request vs bare undici request, by name", "ms", byName, theirs, null),
    absoluteFigure("what the checks add to a request", "ms", added, 0.3),
  ];
}

/** Milliseconds for one request, one after the other. */
async function time(once: () => Promise<void>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < REQUESTS_A_ROUND; count++) await once();
  return (performance.now() - before) / REQUESTS_A_ROUND;
}

const { signal } = new AbortController();

function toRequest(url: string): EgressRequest {
  return {
    method: "GET",
    url,
    headers: [["authorization", "Bearer token"]],
    body: null,
    secretHeaders: [],
    maxRedirects: 5,
    timeoutMs: 30_000,
    maxBodyBytes: 1_048_576,
    signal,
  };
}
