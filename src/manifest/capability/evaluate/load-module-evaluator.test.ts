import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { ModuleEvaluator, ModuleResult } from "../../manifest.ts";
import { readVectorCases } from "../../../../test/support/vector-cases.ts";
import { loadModuleEvaluator } from "./load-module-evaluator.ts";

let evaluate: ModuleEvaluator;
beforeAll(async () => {
  evaluate = await loadModuleEvaluator();
});

function run(source: string, file = "x.js"): ModuleResult {
  return evaluate(source, { file });
}

function codeOf(result: ModuleResult): string {
  return result.ok ? "ok" : result.code;
}

describe("what a module declares", () => {
  it("never runs a handler", () => {
    const handler = "() => { globalThis.ran = true; throw new Error('ran'); }";
    const source = `
      const one = ${handler};
      defineTool({ name: "a", handler: one });
      defineTool({ name: "b" }, one);
      defineTool({ name: "c", handler() { for (;;); } });
      defineTool({ name: "d", async handler() { await new Promise(() => {}); } });
      await Promise.resolve();
      defineTool({ name: globalThis.ran === undefined ? "not-run" : "run" }, one);`;
    const result = run(source);
    expect(result.ok && result.declarations.map(({ manifest }) => manifest)).toEqual([
      { name: "a" },
      { name: "b" },
      { name: "c" },
      { name: "d" },
      { name: "not-run" },
    ]);
  });

  it("depends on its text alone", () => {
    const source = `defineTool({
      name: "a",
      found: ["process", "require", "module", "fetch", "setTimeout", "performance", "navigator", "WebAssembly", "Worker", "std", "os", "bjson", "print", "scriptArgs"]
        .filter((name) => name in globalThis),
    }, () => 1);`;
    const result = run(source);
    expect(result.ok && result.declarations[0]?.manifest).toEqual({ name: "a", found: [] });
    expect(run(source)).toEqual(result);
  });

  it("leaves nothing behind for the next module", () => {
    run("globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = null; defineTool({}, () => 1);");
    const result = run("defineTool({ left: typeof left, map: typeof [].map }, () => 1);");
    expect(result.ok && result.declarations[0]?.manifest).toEqual({ left: "undefined", map: "function" });
  });

  it("is taken when the call is made", () => {
    const result = run("const m = { name: 'a' }; defineTool(m, () => 1); m.name = 'b'; m.allow = {};");
    expect(result.ok && result.declarations[0]?.manifest).toEqual({ name: "a" });
  });

  it("reports what JSON cannot hold, with its place", () => {
    const source = `defineTool({ a: undefined, b: [1n], "c d": { e: () => 1 }, f: Symbol("x"), g: NaN, h: new Map(), get i() { return 1; } }, () => 1)`;
    const result = run(source);
    expect(result.ok && result.declarations[0]?.notJson).toEqual([
      { path: "a", is: "undefined" },
      { path: "b[0]", is: "a bigint" },
      { path: '["c d"].e', is: "a function" },
      { path: "f", is: "a symbol" },
      { path: "g", is: "NaN" },
      { path: "h", is: "an object of a class" },
      { path: "i", is: "a getter" },
    ]);
  });

  it.each([
    ["defineTool({})", 1, 1],
    ["\n\n  tool({})", 3, 3],
    ["/* é😀 */ tool({})", 1, 11],
    ["const x = ferridriver . tool ({})", 1, 11],
    ["export default defineTool\n({})", 2, 1],
    ["const f = (m) => defineTool(m);\nf({})", 1, 18],
    ["[{}].forEach((m) => tool(m))", 1, 21],
  ])("%j stands at %i:%i", (source, line, column) => {
    const result = run(source);
    expect(result.ok && result.declarations[0]).toMatchObject({ line, column });
  });
});

describe("a module that does harm", () => {
  const fine = "defineTool({ name: 'a' }, () => 1)";

  it.each([
    ["loops", "for (;;);", "module-timeout"],
    ["loops in promises", "const f = () => Promise.resolve().then(f); f();", "module-timeout"],
    ["loops in a pattern", "/(a+)+$/.test('a'.repeat(50) + 'b')", "module-timeout"],
    ["catches what ends it", "for (;;) { try { for (;;); } catch {} finally { continue; } }", "module-timeout"],
    ["allocates", "const a = []; for (;;) a.push(new Uint8Array(1000000));", "module-memory"],
    ["is nested too deeply", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "module-crash"],
    // No deadline inside the engine ends these.
    ["keeps the engine itself busy", "Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)", "module-timeout"],
  ])("%s", (_, source, code) => {
    expect(codeOf(run(source))).toBe(code);
    expect(codeOf(run(fine))).toBe("ok");
  });

  it.each([
    ["nested too deeply for the stripper", `${"(".repeat(5_000)}1${")".repeat(5_000)}`, "module-syntax"],
    ["that the stripper would read for years", `let x = ${"<T>(".repeat(60)}1${")".repeat(60)}`, "module-timeout"],
  ])("TypeScript %s", (_, source, code) => {
    expect(codeOf(run(source, "x.ts"))).toBe(code);
    expect(codeOf(run(fine, "x.ts"))).toBe("ok");
  });
});

describe("any module", () => {
  const sources = ["capability-declarations.txt", "capability-allow.txt", "capability-modules.txt"].flatMap((file) =>
    readVectorCases(file).map(({ text }) => text),
  );

  it("gives an answer that points into the text", () => {
    const insert = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        "defineTool(",
        ")",
        "{",
        "}",
        "[",
        "`",
        "${",
        "await ",
        "import ",
        "=>",
        "/*",
        "\n",
        "null",
        "...",
        "get x(){},",
      ),
    );
    const edit = fc.tuple(fc.constantFrom(...sources), fc.nat(), fc.nat(30), insert, fc.constantFrom("x.js", "x.ts"));
    fc.assert(
      fc.property(edit, ([source, seed, length, text, file]) => {
        const at = seed % (source.length + 1);
        const changed = source.slice(0, at) + text + source.slice(at + length);
        // What would only show the deadline again.
        if (/for \(;;\)|PARENTHESES/.test(changed)) return;
        const result = evaluate(changed, { file });
        const lines = changed.split("\n");
        for (const { line, column } of result.ok ? result.declarations : [result]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
        }
      }),
      { numRuns: 300 },
    );
  });
});
