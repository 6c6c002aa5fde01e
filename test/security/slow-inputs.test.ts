import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyEdits } from "../../src/packs/fs/lines/apply-edits.ts";
import { createPause } from "../../src/packs/fs/lines/pause.ts";
import type { FsBench } from "../../src/packs/fs/fs-pack.fixture.ts";
import { createFsBench } from "../../src/packs/fs/fs-pack.fixture.ts";

let bench: FsBench;
beforeEach(() => {
  bench = createFsBench();
});
afterEach(() => bench.remove());

/** Each of these took from ten seconds to minutes when the work grew with the product of two sizes. */
describe("work grows with the input, not with its square", () => {
  const part = "a".repeat(200_000);
  it.each([
    ["is nearly everywhere", part.repeat(10), `${part}b${part}`],
    ["is periodic", "ab".repeat(1_000_000), `${"ab".repeat(100_000)}b${"ab".repeat(100_000)}`],
    ["is nearly everywhere, with other spaces", ` \n${part}`.repeat(10), `${part}b ${part}`],
  ])("in an edit whose old text %s", async (_what, text, oldText) => {
    bench.write("f", text);
    const refusal = await bench.refusal("fs.edit", { path: "f", old_text: oldText, new_text: "" });
    expect(refusal.reason).toBe("old-text-missing");
  });

  it("in an edit of long texts that are there", async () => {
    const text = `${"a".repeat(1_000_000)}b`;
    bench.write("f", text.repeat(2));
    const told = await bench.call("fs.edit", { path: "f", old_text: text, new_text: "x", replace_all: true });
    expect(told).toMatchObject({ replaced: 2, size: 2 });
    expect(readFileSync(path.join(bench.root, "f"), "utf8")).toBe("xx");
  });
});

describe("one call does not keep the others waiting", () => {
  it("while an ignore file of a repository is matched against a large folder", async () => {
    for (let at = 0; at < 3_000; at++) bench.write(`f${at}${"a".repeat(200)}`);
    bench.write(".gitignore", Array.from({ length: 2_000 }, (_, at) => `*a*a*a*a*b${at}`).join("\n"));
    const cancelled = AbortSignal.timeout(100);
    await expect(bench.call("fs.glob", { pattern: "**" }, cancelled)).rejects.toThrow(/abort|timeout/);
  });

  it("and an ignore file counts towards the time limit", async () => {
    bench.remove();
    bench = createFsBench({ limits: { maxMs: 50 } });
    for (let at = 0; at < 3_000; at++) bench.write(`f${at}${"a".repeat(200)}`);
    bench.write(".gitignore", Array.from({ length: 2_000 }, (_, at) => `*a*a*a*a*b${at}`).join("\n"));
    expect(await bench.call("fs.glob", { pattern: "**" })).toMatchObject({ cut: ["time"] });
  });

  it("while many edits are made in one call", async () => {
    const edits = Array.from({ length: 100 }, (_, at) => ({
      oldText: at % 2 === 0 ? "a" : "b",
      newText: at % 2 === 0 ? "b" : "a",
      replaceAll: true,
    }));
    const pause = createPause(AbortSignal.timeout(100), 60_000);
    const work = applyEdits("a".repeat(1_000_000), edits, { maxLength: 10_000_000, pause });
    await expect(work).rejects.toThrow(/abort|timeout/);
  });
});
