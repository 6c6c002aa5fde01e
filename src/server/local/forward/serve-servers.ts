import type { Socket } from "node:net";
import type { Runtime } from "../../../call/runtime.ts";
import { isPassage } from "../../../registry/disclosure/is-passage.ts";
import { UpstreamError } from "../../../mcp-bridge/upstream.ts";
import type { UpstreamState } from "../../../mcp-bridge/upstream.ts";
import { peekLine } from "../peek-line.ts";
import { parseLine } from "./forward-wire.ts";
import type { LiveServer, ServersAnswer } from "./servers-wire.ts";

/** Characters of what a program wrote to standard error. */
const MAX_SAID = 2000;

/** Answers one question about upstream servers with one line, and hangs up. */
export async function serveServers(runtime: Runtime, socket: Socket): Promise<void> {
  const gone = new AbortController();
  const line = await peekLine(socket);
  for (const event of ["end", "close"]) socket.once(event, () => gone.abort());
  socket.resume();
  const answer = await toAnswer(line ?? "", runtime, gone.signal);
  if (!socket.destroyed) socket.end(`${JSON.stringify(answer)}\n`);
}

async function toAnswer(line: string, runtime: Runtime, signal: AbortSignal): Promise<ServersAnswer> {
  const { want, server } = parseLine(line);
  if (want === "list") return toList(runtime);
  if (want !== "retry" || typeof server !== "string") return fail("the question cannot be read", "");
  if (!runtime.upstream.retry(server)) {
    return fail(
      `the gateway has no enabled server named ${JSON.stringify(server)}`,
      "it reads the configuration when it starts",
    );
  }
  try {
    await runtime.upstream.connect(server, signal);
    return toList(runtime);
  } catch (error) {
    if (error instanceof UpstreamError) return fail(error.message, error.hint, error.said ?? undefined);
    if (signal.aborted) return fail("nobody waits for it any more", "");
    throw error;
  }
}

function toList({ upstream, registry }: Runtime): ServersAnswer {
  const tools = [...registry.snapshot.tools.values()].filter(
    (tool) => !isPassage(tool) && (tool.withheld ?? null) === null,
  );
  const count = (name: string): number =>
    tools.filter(({ backend, origin }) => origin.format === "mcp" && backend.kind === "mcp" && backend.server === name)
      .length;
  const servers = upstream.servers().filter(({ server }) => server.enabled);
  return {
    ok: true,
    pid: process.pid,
    servers: servers.map(({ server, state }): LiveServer => ({
      name: server.name,
      state: withLessOutput(state),
      tools: count(server.name),
    })),
  };
}

/** The end of what its program wrote is enough. */
function withLessOutput(state: UpstreamState): UpstreamState {
  return "said" in state && state.said !== undefined ? { ...state, said: state.said.slice(-MAX_SAID) } : state;
}

function fail(message: string, hint: string, said?: string): ServersAnswer {
  return { ok: false, message, hint, said: said?.slice(-MAX_SAID) };
}
