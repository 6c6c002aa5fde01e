import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a key-value engine keeps under one path. */
interface Version {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly destroyed: boolean;
}

/**
 * As much of Vault's HTTP interface as reading of key-value engines needs, spoken over a real socket: `kv1/` is an engine
 * of version 1, `kv2/` and `team/kv/` are of version 2; `kv2/` is in the namespace `ns` alone.
 */
export interface VaultServer {
  readonly url: string;
  /** Every request line with its headers. */
  readonly seen: { readonly path: string; readonly headers: IncomingMessage["headers"] }[];
  token: string;
  isSealed: boolean;
  /** Answers in place of the engine. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  put(mount: string, path: string, data: Readonly<Record<string, unknown>>): void;
  /** `delete` keeps the data for who wants it back; `destroy` does not. */
  remove(mount: string, path: string, how: "delete" | "destroy"): void;
  close(): Promise<void>;
}

const ENGINES: Readonly<Record<string, { readonly version: 1 | 2; readonly namespace: string | null }>> = {
  kv1: { version: 1, namespace: null },
  kv2: { version: 2, namespace: "ns" },
  "team/kv": { version: 2, namespace: null },
};

export async function startVault(): Promise<VaultServer> {
  const kept = new Map<string, Version>();
  const server = createServer((request, response) => {
    vault.seen.push({ path: request.url ?? "", headers: request.headers });
    if (vault.answer !== null) {
      vault.answer(request, response);
      return;
    }
    const [status, body] = handle(request, vault, kept);
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const vault: VaultServer = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    token: "hvs.good",
    isSealed: false,
    answer: null,
    put: (mount, path, data) => void kept.set(`${mount}/${path}`, { data, destroyed: false }),
    remove: (mount, path, how) => void kept.set(`${mount}/${path}`, { data: null, destroyed: how === "destroy" }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return vault;
}

type Answer = readonly [status: number, body: object];

function handle(request: IncomingMessage, vault: VaultServer, kept: ReadonlyMap<string, Version>): Answer {
  if (vault.isSealed) return [503, { errors: ["Vault is sealed"] }];
  if (request.headers["x-vault-request"] !== "true") return [412, { errors: ["required request header is missing"] }];
  if (request.headers["x-vault-token"] !== vault.token) return [403, { errors: ["permission denied"] }];
  const path = decodeURIComponent((request.url ?? "").replace(/^\/v1\//, ""));
  const namespace = request.headers["x-vault-namespace"] ?? null;
  const found = Object.entries(ENGINES).find(([mount]) => path.startsWith(`${mount}/`));
  if (found?.[1].namespace !== namespace) return [404, { errors: [`no handler for route "${path}"`] }];
  const [mount, { version }] = found;
  return version === 1 ? readOne(kept.get(path)) : readTwo(mount, path.slice(mount.length + 1), kept);
}

function readOne(one: Version | undefined): Answer {
  if (one?.data == null) return [404, { errors: [] }];
  return [
    200,
    { request_id: "r", lease_id: "", renewable: false, lease_duration: 2_764_800, data: one.data, auth: null },
  ];
}

function readTwo(mount: string, path: string, kept: ReadonlyMap<string, Version>): Answer {
  if (!path.startsWith("data/")) {
    return [404, { errors: [], warnings: ["Invalid path for a versioned K/V secrets engine."] }];
  }
  const one = kept.get(`${mount}/${path.slice("data/".length)}`);
  if (one === undefined) return [404, { errors: [] }];
  const deletion = one.data === null && !one.destroyed ? "2026-01-02T00:00:00Z" : "";
  const metadata = {
    created_time: "2026-01-01T00:00:00Z",
    deletion_time: deletion,
    destroyed: one.destroyed,
    version: 3,
  };
  return [one.data === null ? 404 : 200, { request_id: "r", data: { data: one.data, metadata } }];
}
