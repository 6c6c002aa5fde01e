import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallReport } from "../call/observe/call-observer.ts";
import type { LogLevel } from "../config/telemetry/telemetry-data.ts";
import { createCallLog } from "./create-call-log.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "toolgate-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const REPORT: CallReport = {
  callId: "call-1",
  parentCallId: null,
  entry: "mcp-http",
  tool: "say.it",
  group: null,
  effect: "read",
  layer: "user",
  server: null,
  decision: { effect: "deny", code: "DENIED_BY_RULE" },
  status: "refused",
  code: "DENIED",
  startMs: 0,
  durationMs: 1.23456,
  steps: [{ step: "receive", startMs: 0, durationMs: 0.5, completed: true }],
};

async function write(level: LogLevel, ...reports: readonly CallReport[]): Promise<readonly Record<string, unknown>[]> {
  const file = path.join(folder, "log");
  const fd = openSync(file, "w");
  const log = await createCallLog(level, fd);
  for (const report of reports) log(report);
  closeSync(fd);
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the log of calls", () => {
  it("has a line of JSON under the call's id", async () => {
    const [line] = await write("info", REPORT);
    expect(line).toMatchObject({
      level: 40,
      id: "call-1",
      tool: "say.it",
      entry: "mcp-http",
      decision: "DENIED_BY_RULE",
      status: "refused",
      code: "DENIED",
      durationMs: 1.235,
      msg: "call ended",
    });
  });

  it.each<[LogLevel, readonly number[]]>([
    ["error", []],
    ["warn", [40]],
    ["info", [40, 30]],
    ["debug", [40, 20, 30, 20]],
  ])("of the level %s has lines of %j", async (level, expected) => {
    const lines = await write(level, REPORT, { ...REPORT, status: "success", code: null });
    expect(lines.map((line) => line["level"])).toEqual(expected);
    for (const line of lines) expect(line["id"]).toBe("call-1");
  });

  it("keeps back what nobody should have put there", async () => {
    const odd = { ...REPORT, server: { token: "hunter2", args: ["hunter2"] } as unknown as string };
    expect(JSON.stringify(await write("info", odd))).not.toContain("hunter2");
  });
});
