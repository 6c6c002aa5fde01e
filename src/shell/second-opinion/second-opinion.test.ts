import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../analyze-command.ts";
import { createSecondOpinion } from "./create-second-opinion.ts";

const { resolve } = createRequire(import.meta.url);
const runtime = readFileSync(resolve("web-tree-sitter/web-tree-sitter.wasm"));
const grammar = readFileSync(resolve("tree-sitter-bash/tree-sitter-bash.wasm"));

describe("createSecondOpinion", () => {
  it("finds names of programs, also behind letters of several bytes", async () => {
    const second = await createSecondOpinion({ runtime, grammar });
    expect(second.findNames("a | b; é $(c) 'x' && export d")?.toSorted((left, right) => left - right)).toEqual([
      0, 4, 7, 11, 21,
    ]);
    expect(second.findNames("a (")).toBeNull();
    expect(second.findNames("a")).toEqual([0]);
    second.close();
  });

  it("can be started more than once", async () => {
    const [one, other] = await Promise.all([
      createSecondOpinion({ runtime, grammar }),
      createSecondOpinion({ runtime, grammar }),
    ]);
    expect([one.findNames("a"), other.findNames("a b")]).toEqual([[0], [0]]);
    one.close();
    expect(other.findNames("a; b")).toEqual([0, 3]);
    other.close();
  });

  it("rejects a grammar that is none", async () => {
    await expect(createSecondOpinion({ runtime, grammar: new Uint8Array(8) })).rejects.toThrow();
  });

  it("gives up on a text that takes too many steps, and reads the next one", async () => {
    const second = await createSecondOpinion({ runtime, grammar });
    expect(second.findNames("{a,(".repeat(400_000))).toBeNull();
    expect(second.findNames("a")).toEqual([0]);
    second.close();
  });
});

describe("a second opinion", () => {
  const close = (): undefined => undefined;

  it.each([
    ["cannot read the line", null, 0],
    ["sees nothing", [], 0],
    ["sees a program more", [0, 4, 6], 6],
    ["sees another one", [0, 5], 4],
  ])("is a problem where it %s", (_, names, start) => {
    const { problems, items, script } = analyzeCommand("a | b 'c'", { findNames: () => names, close });
    expect(problems.map((problem) => [problem.code, problem.start])).toEqual([["parsers-disagree", start]]);
    expect([items.length, script]).toEqual([2, null]);
  });

  it("is not asked about what is a problem already", () => {
    const { problems } = analyzeCommand("eval a", {
      findNames: () => {
        throw new Error("asked");
      },
      close,
    });
    expect(problems.map(({ code }) => code)).toEqual(["evaluation"]);
  });
});
