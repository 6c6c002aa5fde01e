import { describe, expect, it } from "vitest";
import { mergeCapabilities } from "./merge-capabilities.ts";

describe("mergeCapabilities", () => {
  it("is no ceiling when nobody sets one", () => {
    expect(mergeCapabilities([undefined, undefined])).toEqual({ net: null, commands: "any" });
  });

  it.each([
    [["a.b"], undefined, ["a.b"]],
    [undefined, ["a.b"], ["a.b"]],
    [["a.b"], [], []],
    [["a.b", "c.d"], ["C.D"], ["c.d"]],
    [["*.b"], ["a.b", "b", "x.a.b"], ["a.b", "b", "x.a.b"]],
    [["*.b"], ["*.a.b", "*.c"], ["*.a.b"]],
    [["*.cdn.com"], ["evilcdn.com", "cdn.com.evil"], []],
    [["a.b"], ["*.b"], ["a.b"]],
    [["*.b"], ["*.B"], ["*.b"]],
    [["10.0.0.1"], ["10.0.0.1"], ["10.0.0.1"]],
  ])("of %j and %j leaves %j", (one, other, net) => {
    expect(mergeCapabilities([{ net: one }, { net: other }]).net).toEqual(net);
    expect(new Set(mergeCapabilities([{ net: other }, { net: one }]).net)).toEqual(new Set(net));
  });

  it.each([
    ["any", "argvOnly", "argvOnly"],
    ["none", "any", "none"],
    ["argvOnly", "none", "none"],
  ] as const)("takes the stricter of %s and %s", (one, other, commands) => {
    expect(mergeCapabilities([{ commands: one }, { commands: other }]).commands).toBe(commands);
    expect(mergeCapabilities([{ commands: other }, { commands: one }]).commands).toBe(commands);
  });
});
