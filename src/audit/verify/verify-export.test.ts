import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attack, entry, inFolder, open } from "../../storage/temporary-store.fixture.ts";
import type { TamperKind } from "../audit-log.ts";
import { verifyExport } from "./verify-export.ts";

interface Exported {
  readonly lines: readonly string[];
  readonly pem: string;
}

/** Six records, signed after the third and at the end: lines 0 header, 1–3, 4 checkpoint, 5–7, 8 checkpoint. */
function exportLog(): Promise<Exported> {
  return inFolder(async (folder) => {
    const store = await open(folder);
    for (let n = 1; n <= 6; n += 1) {
      await store.audit.append(entry({ callId: `call-${n}` }));
      if (n === 3) await store.audit.checkpoint();
    }
    const lines = await collect(store.audit.exportLines());
    await store.close();
    return { lines, pem: readFileSync(join(folder, "checkpoint.pub"), "utf8") };
  });
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const without = (lines: readonly string[], ...gone: number[]): string[] => lines.filter((_, n) => !gone.includes(n));

describe("verifyExport", () => {
  it("finds an untouched export sound, with nothing but the public key", async () => {
    const { lines, pem } = await exportLog();
    expect(lines).toHaveLength(9);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(await verifyExport(lines, pem)).toMatchObject({ ok: true, records: 6, checkpoints: 2 });
    expect(await verifyExport([...lines, ""], pem)).toMatchObject({ ok: true });
  });

  it("exports an empty log as a header", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      const lines = await collect(store.audit.exportLines());
      await store.close();
      const pem = readFileSync(join(folder, "checkpoint.pub"), "utf8");
      expect(await verifyExport(lines, pem)).toMatchObject({ ok: true, records: 0 });
    }));

  it("does not export a log whose head was changed", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      await store.audit.append(entry());
      attack(folder, (db) => db.exec("UPDATE audit_head SET mac = ''"));
      await expect(collect(store.audit.exportLines())).rejects.toThrow("without the key");
      await store.close();
    }));

  it.each<[string, TamperKind, number, (lines: readonly string[]) => readonly string[]]>([
    ["nothing", "malformed", 1, () => []],
    ["no header", "malformed", 1, (lines) => lines.slice(1)],
    ["an altered record", "altered", 2, (lines) => lines.map((l, n) => (n === 2 ? l.replace("rule 1", "rule 2") : l))],
    ["a record removed", "removed", 2, (lines) => without(lines, 2)],
    ["a record twice", "inserted", 2, (lines) => [...lines.slice(0, 3), ...lines.slice(2)]],
    ["the last checkpoint removed", "truncated", 4, (lines) => without(lines, 8)],
    ["a record cut from the end", "checkpoint", 4, (lines) => without(lines, 7)],
    ["a checkpoint moved", "checkpoint", 1, (lines) => [...lines.slice(0, 3), lines[4] ?? "", ...lines.slice(3)]],
    [
      "a forged checkpoint",
      "checkpoint",
      3,
      (lines) => lines.map((l, n) => (n === 4 ? l.replace(/[0-9]Z"/, '_Z"') : l)),
    ],
    ["text", "malformed", 3, (lines) => lines.map((l, n) => (n === 4 ? "x" : l))],
  ])("reports %s", async (_name, kind, seq, change) => {
    const { lines, pem } = await exportLog();
    expect(await verifyExport(change(lines), pem)).toMatchObject({ ok: false, kind, seq });
  });

  it("does not take another key's signatures", async () => {
    const [one, other] = await Promise.all([exportLog(), exportLog()]);
    expect(await verifyExport(one.lines, other.pem)).toMatchObject({ ok: false, kind: "checkpoint" });
  });

  it("finds any changed character of any record or checkpoint", async () => {
    const { lines, pem } = await exportLog();
    const change = fc.record({
      line: fc.integer({ min: 1, max: 8 }),
      at: fc.nat(),
      by: fc.constantFrom("0", "a", '"', " ", "é"),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ line, at, by }) => {
        const old = lines[line] ?? "";
        const position = at % old.length;
        fc.pre(old[position] !== by);
        const bad = old.slice(0, position) + by + old.slice(position + 1);
        const result = await verifyExport(
          lines.map((l, n) => (n === line ? bad : l)),
          pem,
        );
        expect(result.ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
