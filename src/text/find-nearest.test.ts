import { describe, expect, it } from "vitest";
import { findNearest, suggestNearest } from "./find-nearest.ts";

const TYPES = ["path", "duration", "int", "float", "bool", "enum", "text", "identifier"];

describe("findNearest", () => {
  it.each([
    ["pth", "path"],
    ["PATH", "path"],
    ["itn", "int"],
    ["txet", "text"],
    ["identifer", "identifier"],
    ["duratoin", "duration"],
  ])("%s is nearest to %s", (word, expected) => {
    expect(findNearest(word, TYPES)).toBe(expected);
  });

  it.each(["", "x", "of", "string", "something else", "p".repeat(100_000)])("%.20s is near to nothing", (word) => {
    expect(findNearest(word, TYPES)).toBeNull();
  });

  it("prefers the nearest over the first", () => {
    expect(findNearest("timeot", ["timer", "timeout"])).toBe("timeout");
  });
});

describe("suggestNearest", () => {
  it("is ready to be appended", () => {
    expect(suggestNearest("pth", TYPES)).toBe(", did you mean `path`?");
    expect(suggestNearest("zzz", TYPES)).toBe("");
  });
});
