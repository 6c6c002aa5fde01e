import { createHash, randomUUID } from "node:crypto";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { openSecret, sealSecret } from "../../secrets/seal-secret.ts";
import type { Sealer } from "../../secrets/seal.ts";
import type { StoredSecret } from "../../storage/repositories.ts";
import type { Store } from "../../storage/store.ts";
import { UpstreamError } from "../upstream.ts";
import type { Credentials } from "./credentials.ts";

/** Keeps logins sealed in the database, where rotating the key seals them anew. */
export interface CredentialStore {
  /** `null`: nobody logged in. Rejects with `UpstreamError` when what is kept does not open. */
  read(server: McpServer, url: string): Promise<Credentials | null>;
  /** Whether there is one, be it one that does not open. */
  has(server: McpServer, url: string): Promise<boolean>;
  /** Takes the place of what was there. */
  write(server: McpServer, url: string, credentials: Credentials): Promise<void>;
  /**
   * Changes what is there, in one step for all processes: `change` is asked again where another one was faster, and answers
   * `null` to leave it. Gives back what is there in the end, and whether that is by this change.
   */
  change(
    server: McpServer,
    url: string,
    change: (held: Credentials) => Credentials | null,
  ): Promise<{ readonly held: Credentials | null; readonly isChanged: boolean }>;
  /** `false`: there was nothing. */
  remove(server: McpServer, url: string): Promise<boolean>;
  /** Changes with every change in the database, by any process. */
  revision(): number;
}

export interface CredentialStoreParts {
  readonly store: Pick<Store, "secrets" | "revision">;
  /** The sealer of this moment. */
  readonly sealer: () => Promise<Sealer>;
  readonly tenant: string;
  readonly workspace: string;
}

const ATTEMPTS = 20;

/** A login belongs to a server's name and its address: another server of that name, of a project say, never gets it. */
export function createCredentialStore(parts: CredentialStoreParts): CredentialStore {
  const { store, sealer, tenant } = parts;
  const find = (server: McpServer, url: string): Promise<StoredSecret | null> => findRow(server, url, parts);
  const open = async (server: McpServer, row: StoredSecret): Promise<Credentials | null> => {
    const opened = openSecret(await sealer(), row, tenant);
    if (opened.ok) return JSON.parse(opened.value ?? "null") as Credentials | null;
    const hint = `Log in again: toolgate servers login ${server.name}`;
    throw new UpstreamError(`its login does not open: ${opened.message}`, hint);
  };
  const put = async (
    server: McpServer,
    url: string,
    present: StoredSecret | null,
    credentials: Credentials,
  ): Promise<boolean> => {
    const row = toRow(server, url, present, parts);
    const stored = { ...row, sealed: sealSecret(await sealer(), row, tenant, JSON.stringify(credentials)) };
    return present === null ? store.secrets.create(stored) : store.secrets.update(stored);
  };
  return {
    async read(server, url) {
      const row = await find(server, url);
      return row === null ? null : open(server, row);
    },
    has: async (server, url) => (await find(server, url)) !== null,
    async write(server, url, credentials) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (await put(server, url, await find(server, url), credentials)) return;
      }
      throw new Error("the login is changed by somebody else all the time");
    },
    async change(server, url, change) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const row = await find(server, url);
        const held = row === null ? null : await open(server, row);
        const next = held === null ? null : change(held);
        if (next === null) return { held, isChanged: false };
        if (await put(server, url, row, next)) return { held: next, isChanged: true };
      }
      throw new Error("the login is changed by somebody else all the time");
    },
    async remove(server, url) {
      const present = await find(server, url);
      return present !== null && store.secrets.remove(present.id);
    },
    revision: () => store.revision(),
  };
}

/** No name that a secret may have: no manifest, no binding and no command can mean it. */
function toName(server: McpServer, url: string): string {
  const place = createHash("sha256").update(url).digest("hex").slice(0, 32);
  return `oauth:${server.name}:${place}`;
}

function toWorkspace({ layer }: McpServer, workspace: string): string | null {
  return layer === "user" ? null : workspace;
}

async function findRow(
  server: McpServer,
  url: string,
  { store, workspace }: CredentialStoreParts,
): Promise<StoredSecret | null> {
  const rows = await store.secrets.find(toName(server, url), workspace);
  return rows.find((row) => row.workspace === toWorkspace(server, workspace)) ?? null;
}

function toRow(
  server: McpServer,
  url: string,
  present: StoredSecret | null,
  { workspace }: CredentialStoreParts,
): Omit<StoredSecret, "sealed"> {
  const now = new Date().toISOString();
  return {
    id: present?.id ?? randomUUID(),
    name: toName(server, url),
    workspace: toWorkspace(server, workspace),
    hasValue: true,
    bindings: [],
    version: (present?.version ?? 0) + 1,
    createdAt: present?.createdAt ?? now,
    createdBy: present?.createdBy ?? "toolgate",
    updatedAt: now,
  };
}
