import { Counter, Gauge } from "prom-client";
import type { Registry } from "prom-client";

/** The usual numbers of a process, under their usual names, without timers and watchers of their own. */
export function addProcessMetrics(registry: Registry, version: string): void {
  const registers = [registry];
  new Gauge({
    name: "toolgate_build_info",
    help: "1, with the version of Toolgate and of Node.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.version }, 1);
  new Gauge({
    name: "process_start_time_seconds",
    help: "When the process started, in seconds since 1970.",
    registers,
  }).set(performance.timeOrigin / 1000);
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Time on processors, user and system together.",
    registers,
    collect() {
      this.reset();
      const { user, system } = process.cpuUsage();
      this.inc((user + system) / 1e6);
    },
  });
  addMemory(registry);
}

function addMemory(registry: Registry): void {
  const registers = [registry];
  const add = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  add("process_resident_memory_bytes", "Memory that the process holds.", () => process.memoryUsage.rss());
  add("nodejs_heap_size_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
  add("nodejs_eventloop_utilization", "Share of the time since the start in which the event loop was busy.", () => {
    return performance.eventLoopUtilization().utilization;
  });
}
