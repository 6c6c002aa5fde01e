import { Counter, Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { MetricsState } from "./metrics-state.ts";

/** What is looked at when somebody asks: how many run and wait, and in what state the parts are. */
export function addStateMetrics(registry: Registry, state: MetricsState): void {
  addCounts(registry, state);
  addStates(registry, state);
  addSpans(registry, state);
}

function addCounts(registry: Registry, state: MetricsState): void {
  const registers = [registry];
  new Gauge({
    name: "toolgate_calls_running",
    help: "Calls that this process is working on, with those that wait for a human.",
    registers,
    collect() {
      this.set(state.runningCalls());
    },
  });
  new Gauge({
    name: "toolgate_approvals_pending",
    help: "Questions that wait for a human, of every process with the same database.",
    registers,
    async collect() {
      this.set(await state.pendingApprovals());
    },
  });
}

function addStates(registry: Registry, state: MetricsState): void {
  const registers = [registry];
  new Gauge({
    name: "toolgate_sandbox_state",
    help: "1 for the state of what confines programs: ready, unavailable, or unknown as long as nothing needed it.",
    labelNames: ["engine", "state"],
    registers,
    collect() {
      this.reset();
      const { engine, state: current } = state.sandbox();
      this.set({ engine, state: current }, 1);
    },
  });
  new Gauge({
    name: "toolgate_upstream_state",
    help: "1 for the state of each upstream MCP server.",
    labelNames: ["server", "state"],
    registers,
    collect() {
      this.reset();
      for (const row of state.upstreams()) this.set({ server: row.server, state: row.state }, 1);
    },
  });
}

function addSpans(registry: Registry, state: MetricsState): void {
  new Counter({
    name: "toolgate_spans_total",
    help: "Spans that were sent to the collector, and those that were lost on the way.",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      this.reset();
      const { exported, lost } = state.spans();
      this.inc({ result: "exported" }, exported);
      this.inc({ result: "lost" }, lost);
    },
  });
}
