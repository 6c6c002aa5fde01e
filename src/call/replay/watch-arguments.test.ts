import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { JsonObject } from "../../model/json.ts";
import { watchArguments } from "./watch-arguments.ts";

const UNKNOWN = new Map([["secret", "long"]]);

describe("watchArguments", () => {
  it.each<readonly [string, (args: JsonObject) => unknown]>([
    ["reads it", (args) => args["secret"]],
    ["asks whether it is there", (args) => Object.hasOwn(args, "secret")],
    ["asks for it in any other way", (args) => "secret" in args],
    ["goes through all of them", (args) => Object.entries(args)],
    ["writes all of them", (args) => canonicalJson(args)],
    ["copies them", (args) => ({ ...args })],
  ])("notices somebody who %s", (_, read) => {
    const { args, asked } = watchArguments({ open: 1 }, UNKNOWN);
    expect(asked()).toBe(null);
    read(args);
    expect(asked()).toBe("secret");
  });

  it("lets everything else be read", () => {
    const { args, asked } = watchArguments({ open: 1 }, UNKNOWN);
    expect(args["open"]).toBe(1);
    expect(Object.hasOwn(args, "open")).toBe(true);
    expect(Object.hasOwn(args, "other")).toBe(false);
    expect(asked()).toBe(null);
  });
});
