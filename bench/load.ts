import { Agent, request } from "node:http";
import { median } from "./measure.ts";

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Part of the answer that proves the call ran. */
  readonly proof: string;
}

export interface LoadResult {
  /** Median time of one request. */
  readonly p50Ms: number;
  /** Wall time divided by requests: the inverse of throughput. */
  readonly perRequestMs: number;
}

/** Keeps `connections` busy until `requests` are answered. Every answer is looked at. */
export async function load(target: Target, connections: number, requests: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const samples: number[] = [];
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left-- > 0) samples.push(await post(target, agent));
  };
  const before = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const took = performance.now() - before;
  agent.destroy();
  return { p50Ms: median(samples), perRequestMs: took / requests };
}

function post({ url, headers, body, proof }: Target, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    const outgoing = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.once("end", () => {
        if (response.statusCode === 200 && text.includes(proof)) resolve(performance.now() - before);
        else reject(new Error(`unexpected answer ${response.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
