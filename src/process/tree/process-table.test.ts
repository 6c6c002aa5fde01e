import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parseProcStat, parsePsLine, readProcessEntry, readProcessTable } from "./process-table.ts";

const rest = "0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 4711 1 1";

describe("parseProcStat", () => {
  it.each([
    ["a plain name", "cat"],
    ["spaces", "my prog"],
    ["a name that imitates the fields after it", "x) R 1 1 1 (y"],
    ["an empty name", ""],
    ["a line break", "a\nb"],
  ])("reads a program name with %s", (_name, comm) => {
    expect(parseProcStat(`12 (${comm}) S 3 4 5 ${rest}`)).toEqual({
      pid: 12,
      ppid: 3,
      pgid: 4,
      sid: 5,
      startTicks: 4711,
    });
  });

  it("leaves out what is dead, and keeps a process whose main thread alone has ended", () => {
    expect(parseProcStat(`12 (a) Z 3 4 5 ${rest}`)).toBeUndefined();
    expect(parseProcStat(`12 (a) X 3 4 5 ${rest}`)).toBeUndefined();
    expect(parseProcStat(`12 (a) Z 3 4 5 ${rest.replace("20 0 1 0", "20 0 2 0")}`)).toMatchObject({ pid: 12 });
  });

  it.each(["", "12", "12 (a", "x (a) S 1 1 1", "12 (a) S one two three four"])("refuses %j", (text) => {
    expect(parseProcStat(text)).toBeUndefined();
  });
});

describe("parsePsLine", () => {
  it.each([
    ["  501     1   501      0 Ss", { pid: 501, ppid: 1, pgid: 501, sid: 0, startTicks: 0 }],
    ["501 1 501 ffffff80 S+", { pid: 501, ppid: 1, pgid: 501, sid: 0, startTicks: 0 }],
    ["501 1 501 0 Z", undefined],
    ["", undefined],
  ])("reads %j", (line, expected) => {
    expect(parsePsLine(line)).toEqual(expected);
  });
});

describe.skipIf(process.platform !== "linux")("the process table of this machine", () => {
  it("holds this process and its child, with parent, group and session", async () => {
    const child = spawn("/bin/sleep", ["60"], { detached: true });
    const pid = child.pid ?? 0;
    expect(readProcessTable()).toContainEqual(expect.objectContaining({ pid, ppid: process.pid, pgid: pid, sid: pid }));
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    expect(readProcessEntry(pid)).toBeUndefined();
  });
});
