import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { once } from "node:events";
import { actAsClient } from "./client.ts";
import type { ClientOrder } from "./client.ts";

export interface ServedClient {
  /** What the suite is to start for each scenario. */
  readonly command: string;
  close(): void;
}

/** Is the client of every scenario, in this process. */
export async function serveClient(): Promise<ServedClient> {
  const folder = mkdtempSync(path.join(tmpdir(), "toolgate-client-"));
  const socketPath = path.join(folder, "client.sock");
  const server = createServer({ allowHalfOpen: true }, (socket) => void act(socket)).listen(socketPath);
  await once(server, "listening");
  return {
    command: `${process.execPath} ${path.join(import.meta.dirname, "ask-client.mjs")} ${socketPath}`,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Answers with what went wrong; nothing: it did all that it was to do. */
async function act(socket: Socket): Promise<void> {
  socket.on("error", () => undefined);
  try {
    await actAsClient(JSON.parse(await text(socket)) as ClientOrder);
    socket.end();
  } catch (error) {
    socket.end(`${String(error)}\n`);
  }
}
