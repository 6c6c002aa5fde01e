import type { Readable, Writable } from "node:stream";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { findGateway } from "./find-gateway.ts";
import { forwardLines } from "./forward-lines.ts";

export interface McpStreams {
  readonly input?: Readable;
  readonly output?: Writable;
}

/**
 * Hands standard input and output on to the gateway of this workspace. `null`: none runs, so somebody has to serve here.
 * @param serveHere serves the rest of the connection when the gateway goes away meanwhile
 */
export async function serveForwarded(
  cli: Cli,
  agent: string,
  serveHere: (streams: McpStreams) => Promise<ExitCode>,
): Promise<ExitCode | null> {
  const found = await findGateway(cli, { speaks: "mcp", agent });
  if (found.kind === "declined") cli.note(`Serving here, not by the gateway that runs: ${escapeLine(found.reason)}`);
  if (found.kind !== "connected") return null;
  const { socket } = found;
  const stop = (): void => void socket.destroy();
  const quit = cli.interruptible();
  quit.addEventListener("abort", stop, { once: true });
  let rest: Promise<ExitCode> = Promise.resolve(EXIT.ok);
  await forwardLines({
    input: cli.input,
    output: process.stdout,
    socket,
    onLost: (input, output) => {
      if (quit.aborted) return;
      cli.note("The gateway went away; serving here from now on.");
      rest = serveHere({ input, output });
    },
  });
  return rest;
}
