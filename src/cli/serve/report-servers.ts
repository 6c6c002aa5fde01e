import type { Runtime } from "../../call/runtime.ts";
import { logServerState } from "../../log/log-server-state.ts";
import { SYSTEM_CLOCK } from "../../mcp-bridge/health/clock.ts";
import type { UpstreamState } from "../../mcp-bridge/upstream.ts";
import type { Cli } from "../cli.ts";
import { describeServerState } from "../output/server-state.ts";
import { escapeLine } from "../output/text/escape.ts";
import { createBoundNews } from "./bound-news.ts";

/**
 * Says on standard error when an upstream server is connected, is lost, or cannot be reached: for people, or as JSON where the
 * rest of the log is JSON, too. Returns how to stop.
 */
export function reportServers({ upstream, config }: Pick<Runtime, "upstream" | "config">, cli: Cli): () => void {
  const isJson = cli.json || config.log.level !== "error";
  const news = createBoundNews<UpstreamState>(SYSTEM_CLOCK, (server, state, leftOut) => {
    if (isJson) logServerState(server, state, leftOut);
    else cli.note(toLine(server, state, leftOut, cli));
  });
  const stop = upstream.onState((server, state) => {
    if (state.kind === "ready" || "reason" in state) news.tell(server, state);
  });
  return () => {
    stop();
    news.close();
  };
}

function toLine(server: string, state: UpstreamState, leftOut: number, { err }: Cli): string {
  const { short, why } = describeServerState(state, new Date(), err);
  const mark = state.kind === "ready" ? err.colors.green("✓") : err.colors.yellow("!");
  const speaks = state.kind === "ready" ? `, MCP ${state.protocolVersion}` : "";
  const retry = state.kind === "failed" ? `; \`toolgate servers retry ${server}\` tries it now` : "";
  const missed = leftOut === 0 ? "" : ` (${leftOut} changes before this one were left out)`;
  const reason = why === null ? "" : `: ${why}`;
  return `${mark} MCP server ${escapeLine(`${server}: ${short}${speaks}${reason}${retry}${missed}`)}`;
}
