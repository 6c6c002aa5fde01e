import { text as readAll } from "node:stream/consumers";
import { parseLine } from "../../server/local/forward/forward-wire.ts";
import type { ServersAnswer, ServersQuestion } from "../../server/local/forward/servers-wire.ts";
import type { Cli } from "../cli.ts";
import { findGateway } from "./find-gateway.ts";

/** A text: there is a gateway, and it does not answer, for this reason. `null`: none runs. */
export type AskedServers = ServersAnswer | string | null;

/** Asks the gateway of this workspace about its upstream servers. Aborting hangs up. */
export async function askServers(cli: Cli, question: ServersQuestion, signal?: AbortSignal): Promise<AskedServers> {
  const found = await findGateway(cli, { speaks: "servers", agent: "" });
  if (found.kind === "none") return null;
  if (found.kind === "declined") return found.reason;
  const { socket } = found;
  const hangUp = (): void => void socket.destroy();
  signal?.addEventListener("abort", hangUp, { once: true });
  if (signal?.aborted === true) hangUp();
  socket.write(`${JSON.stringify(question)}\n`);
  const line = await readAll(socket).catch(() => "");
  signal?.removeEventListener("abort", hangUp);
  socket.destroy();
  const answer = parseLine(line) as Partial<ServersAnswer>;
  return answer.ok === undefined ? "it went away" : (answer as ServersAnswer);
}
