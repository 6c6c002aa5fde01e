import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTree } from "./process-tree.ts";
import type { TreeQuery } from "./process-tree.ts";
import type { ProcessEntry } from "./process-table.ts";

const ROOT = 10_000;
const query: TreeQuery = { root: { pid: ROOT, startTicks: 50 }, callIds: new Set(["c"]), known: new Map() };

function entry(pid: number, changes: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, ppid: 1, pgid: pid, sid: pid, startTicks: 60, ...changes };
}

const root = entry(ROOT, { startTicks: 50 });

function found(
  table: readonly ProcessEntry[],
  markers: Record<number, string> = {},
  asked: TreeQuery = query,
): number[] {
  return findTree(asked, table, (pid) => markers[pid]).map((member) => member.pid);
}

describe("findTree", () => {
  it.each([
    ["the same session in another group", [entry(11_000, { sid: ROOT })], {}, [11_000]],
    ["the same group", [entry(11_000, { pgid: ROOT })], {}, [11_000]],
    ["the marker alone", [entry(11_000)], { 11_000: "c" }, [11_000]],
    ["another call's marker", [entry(11_000)], { 11_000: "d" }, []],
    ["an unrelated process", [entry(11_000)], {}, []],
    [
      "a chain of parents",
      [entry(12_000, { ppid: 11_000 }), entry(11_000, { ppid: ROOT }), root],
      {},
      [12_000, 11_000, ROOT],
    ],
    [
      "an own session of a member",
      [entry(11_000, { ppid: ROOT }), entry(12_000, { sid: 11_000 }), root],
      {},
      [11_000, 12_000, ROOT],
    ],
    [
      "children of a marked process",
      [entry(11_000), entry(12_000, { ppid: 11_000 })],
      { 11_000: "c" },
      [11_000, 12_000],
    ],
    ["what started before the root", [entry(11_000, { sid: ROOT, startTicks: 49 }), root], {}, [ROOT]],
  ])("judges %s", (_name, table, markers, expected) => {
    expect(found(table, markers).toSorted()).toEqual(expected.toSorted());
  });

  it("does not take a stranger's session when the number of the root was given out again", () => {
    const stranger = entry(ROOT, { startTicks: 900 });
    const strangersChild = entry(11_000, { ppid: ROOT, sid: ROOT, pgid: ROOT, startTicks: 901 });
    expect(found([stranger, strangersChild])).toEqual([]);
    expect(found([stranger, strangersChild, entry(12_000)], { 12_000: "c" })).toEqual([12_000]);
  });

  it("keeps a member seen before, and not a later process with its number", () => {
    const asked = { ...query, known: new Map([[11_000, 60]]) };
    expect(found([entry(11_000)], {}, asked)).toEqual([11_000]);
    expect(found([entry(11_000, { startTicks: 61 })], {}, asked)).toEqual([]);
  });

  it("never names the init process, this process or its parent", () => {
    const pids = [0, 1, process.pid, process.ppid];
    const table = pids.map((pid) => entry(pid, { ppid: ROOT, pgid: ROOT, sid: ROOT }));
    expect(found([...table, root], Object.fromEntries(pids.map((pid) => [pid, "c"])))).toEqual([ROOT]);
  });

  it("is closed under children and never takes what is not connected", () => {
    const pid = fc.integer({ min: 100_000, max: 100_020 });
    const process_ = fc.record({ pid, ppid: pid, pgid: pid, sid: pid, startTicks: fc.integer({ min: 40, max: 60 }) });
    fc.assert(
      fc.property(fc.uniqueArray(process_, { selector: (item) => item.pid }), pid, (table, rootPid) => {
        const start = table.find((item) => item.pid === rootPid)?.startTicks ?? 50;
        const members = findTree({ ...query, root: { pid: rootPid, startTicks: start } }, table, () => undefined);
        const inside = new Set(members.map((member) => member.pid));
        for (const item of table) {
          const linked = [item.pid, item.pgid, item.sid].includes(rootPid);
          const related = linked || inside.has(item.ppid) || inside.has(item.sid);
          expect(inside.has(item.pid)).toBe(item.startTicks >= start && related);
        }
      }),
    );
  });
});
