import { describe, expect, it } from "vitest";
import { disclosure } from "./disclosure-schema.ts";
import { mergeDisclosure } from "./merge-disclosure.ts";

describe("[server.mcp]", () => {
  it("takes each key from the trusted project, else from the person, and joins what groups are about", () => {
    expect(mergeDisclosure()).toEqual({ mode: "auto", threshold: 40, core: [], groups: {} });
    const own = { disclosure: "search", threshold: 5, groups: { a: "own", b: "own" } } as const;
    expect(mergeDisclosure(own, { threshold: 9, core: ["group:fs"], groups: { b: "project" } })).toEqual({
      mode: "search",
      threshold: 9,
      core: ["group:fs"],
      groups: { a: "own", b: "project" },
    });
  });

  it.each([
    { disclosure: "some" },
    { threshold: -1 },
    { threshold: 1.5 },
    { core: ["fs.*"] },
    { core: [""] },
    { groups: { a: "" } },
    { groups: { a: "x".repeat(201) } },
    { other: 1 },
  ])("refuses %j", (data) => expect(disclosure.safeParse(data).success).toBe(false));
});
