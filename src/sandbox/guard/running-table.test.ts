import { describe, expect, it } from "vitest";
import { createRunningTable } from "./running-table.ts";

const workspace = { writable: ["/w", "/s/one"], mounted: ["/w", "/s/one", "/w/.git", "/w/.git/hooks"], movable: [] };

describe("what is put in place while another program runs", () => {
  it.each([
    ["the same workspace", ["/w"], true],
    ["what the other one holds", ["/w/.git/hooks"], true],
    ["what no program writes in", ["/else/place", "/wide"], true],
    ["what it can rename", ["/w/out"], false],
    ["what stands below what it can rename", ["/w/.git/info/deep"], false],
    ["its session's files", ["/s/one/out"], false],
  ])("may be %s: %j", (_what, movable, isFine) => {
    const table = createRunningTable();
    table.enter(workspace);
    const enter = (): unknown => table.enter({ writable: [], mounted: movable, movable });
    if (isFine) expect(enter).not.toThrow();
    else expect(enter).toThrow("could exchange it");
  });

  it("is refused until that one has ended, and held by every later one", () => {
    const table = createRunningTable();
    const leave = table.enter(workspace);
    const tool = { writable: ["/w/out"], mounted: ["/w/out"], movable: ["/w/out"] };
    expect(() => table.enter(tool)).toThrow();
    leave();
    const held = table.held();
    expect(held).toEqual(["/w/out"]);
    table.enter({ ...workspace, mounted: [...workspace.mounted, ...held] });
    expect(() => table.enter(tool)).not.toThrow();
  });

  it("is held by one that begins at the same time", () => {
    const table = createRunningTable();
    table.enter({ writable: ["/w/out"], mounted: ["/w/out"], movable: ["/w/out"] });
    expect(() => table.enter(workspace)).toThrow("could exchange it");
    const mounted = [...workspace.mounted, ...table.held()];
    expect(() => table.enter({ ...workspace, mounted })).not.toThrow();
  });
});
