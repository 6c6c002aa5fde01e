import { afterEach, describe, expect, it } from "vitest";
import { startCollector } from "../../../test/integration/telemetry/collector.fixture.ts";
import type { Collector } from "../../../test/integration/telemetry/collector.fixture.ts";
import { createEgressClient } from "../../egress/client/create-egress-client.ts";
import { createOtlpExporter } from "./create-otlp-exporter.ts";
import type { OtlpExporter } from "./create-otlp-exporter.ts";
import type { Patience } from "./retry-export.ts";

const AT_ONCE: Patience = { firstPauseMs: 1, mostPauseMs: 2, forMs: 60_000 };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** A collector that answers with each status in turn, and then with 200. */
async function collect(...statuses: readonly number[]): Promise<Collector> {
  const left = [...statuses];
  const collector = await startCollector((response) => {
    const status = left.shift() ?? 200;
    response.writeHead(status, status === 429 ? { "retry-after": "0" } : {}).end("{}");
  });
  open.push(collector);
  return collector;
}

interface Exported {
  readonly exporter: OtlpExporter;
  readonly told: Promise<readonly [spans: number, problem: string | null]>;
}

function exportTo(url: string, patience: Patience = AT_ONCE): Exported {
  const egress = createEgressClient();
  const { promise: told, resolve } = Promise.withResolvers<readonly [number, string | null]>();
  const onExport = (spans: number, problem: string | null): void => resolve([spans, problem]);
  const exporter = createOtlpExporter({ url, headers: () => Promise.resolve([]), egress, patience, onExport });
  open.push({ close: () => Promise.all([exporter.shutdown(), egress.close()]).then(() => undefined) });
  exporter.export([], () => undefined);
  return { exporter, told };
}

describe("an export that fails", () => {
  it.each([[[503]], [[429, 502, 504, 503]]])("is attempted again after %j", async (statuses) => {
    const collector = await collect(...statuses);
    expect(await exportTo(collector.url).told).toEqual([0, null]);
    expect(collector.bodies).toHaveLength(statuses.length + 1);
    expect(new Set(collector.bodies).size).toBe(1);
  });

  it.each([400, 401, 413, 500, 301])("is given up at once after %i", async (status) => {
    const collector = await collect(status);
    expect((await exportTo(collector.url).told)[1]).toContain(String(status));
    expect(collector.bodies).toHaveLength(1);
  });

  it("is given up once its time is over", async () => {
    const collector = await collect(503, 503);
    expect((await exportTo(collector.url, { ...AT_ONCE, forMs: 0 }).told)[1]).toContain("503");
    expect(collector.bodies).toHaveLength(1);
  });

  it("has one attempt more when the gateway closes", async () => {
    const collector = await collect(503, 503, 503);
    const { exporter, told } = exportTo(collector.url, { firstPauseMs: 60_000, mostPauseMs: 60_000, forMs: 600_000 });
    while (collector.bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    exporter.hurry();
    expect((await told)[1]).toContain("503");
    expect(collector.bodies).toHaveLength(2);
  });

  it("is attempted again where nobody listens, and given up at last", async () => {
    const collector = await startCollector();
    await collector.close();
    expect((await exportTo(collector.url, { ...AT_ONCE, forMs: 20 }).told)[1]).toContain("refused");
  });
});
