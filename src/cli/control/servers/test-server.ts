import path from "node:path";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import type { UpstreamView } from "../../../mcp-bridge/bridge.ts";
import { UpstreamError } from "../../../mcp-bridge/upstream.ts";
import type { UpstreamState } from "../../../mcp-bridge/upstream.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { plural } from "../../output/issues.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { expectServer } from "./expect-server.ts";
import { notReady, parseWait } from "./ready-in-time.ts";
import { toServerError } from "./to-server-error.ts";
import { isAnother, warnAnother } from "./warn-another.ts";

/** Programs that fetch what they run. */
const LOADERS = new Set(["npx", "pnpm", "yarn", "bunx", "uvx", "pipx", "docker", "podman"]);

/** Connects as a gateway would; what the server lists is noted like any other look at it. */
export async function testServer(cli: Cli, name: string, options: { readonly timeout?: string }): Promise<ExitCode> {
  const seconds = parseWait(options.timeout);
  return cli.withRuntime("all", async ({ upstream, config }) => {
    const server = expectServer(name, config);
    const signal = AbortSignal.any([cli.interruptible(), AbortSignal.timeout(seconds * 1000)]);
    const before = performance.now();
    await upstream.connect(name, signal).catch((error: unknown) => {
      const state = upstream.servers().find(({ server }) => server.name === name)?.state;
      throw toCliError(server, withoutRetry(error, state), seconds, signal);
    });
    const durationMs = performance.now() - before;
    const view = upstream.servers().find(({ server }) => server.name === name);
    if (view !== undefined) report(cli, view, durationMs);
    return EXIT.ok;
  });
}

function report(cli: Cli, { server, state, pins, filtered, problems }: UpstreamView, durationMs: number): void {
  const tools = [...pins.values()].filter(({ pin }) => pin.tool !== "" && !filtered.includes(pin.tool));
  const gone = tools.filter((one) => one.state === "removed").length;
  const waiting = tools.filter((one) => one.state !== "accepted" && !one.isRefused).map(({ pin }) => pin.tool);
  const ready = state.kind === "ready" ? state : null;
  const summary = {
    server: server.name,
    software: ready?.software ?? null,
    protocolVersion: ready?.protocolVersion ?? null,
    tools: tools.length - gone,
    gone,
    waiting,
    leftOut: filtered.length,
    isAnother: isAnother(pins.get("")),
    problems,
    durationMs: Math.round(durationMs),
  };
  cli.print(summary, ({ colors }) => {
    const speaks = `${escapeLine(summary.software ?? "a server without a name")}, MCP ${summary.protocolVersion ?? "?"}`;
    const lost = gone === 0 ? "" : `, ${gone} of before ${gone === 1 ? "is" : "are"} gone`;
    const held =
      waiting.length === 0
        ? ""
        : `, ${waiting.length} ${waiting.length === 1 ? "waits" : "wait"} for you (\`toolgate pin diff ${server.name}\`)`;
    const left = filtered.length === 0 ? "" : `, ${filtered.length} left out by tools_allow and tools_deny`;
    return `${colors.green("✓")} ${speaks}: ${plural(summary.tools, "tool")}${lost}${held}${left}, in ${summary.durationMs} ms\n`;
  });
  if (summary.isAnother) cli.note(warnAnother(server.name));
  for (const problem of problems) cli.note(escapeLine(problem));
}

/** A gateway tries again by itself; this process ends. */
function withoutRetry(error: unknown, state: UpstreamState | undefined): unknown {
  const isTriedAgain = state?.kind === "waiting" && state.hint === undefined;
  if (!(error instanceof UpstreamError) || !isTriedAgain) return error;
  return new UpstreamError(
    error.message,
    "this was one attempt; `toolgate serve` goes on trying by itself",
    error.said,
  );
}

function toCliError(server: McpServer, error: unknown, seconds: number, signal: AbortSignal): unknown {
  if (!signal.aborted) return toServerError("SERVER_FAILED", server.name, error);
  return notReady(server.name, seconds, `--timeout gives it longer; ${toAdvice(server)}`);
}

/** Where to look when nothing came back. */
function toAdvice({ transport, target }: McpServer): string {
  if (transport !== "stdio") {
    return `look whether anything answers at ${target}, and whether a firewall or a proxy is in between`;
  }
  const loads = LOADERS.has(path.basename(target))
    ? `; \`${path.basename(target)}\` may load the package first, and gets the variables of a proxy only by \`env\``
    : "";
  return `run its command in a terminal to see what it waits for${loads}`;
}
