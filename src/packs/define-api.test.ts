import { describe, expect, it } from "vitest";
import { CALLER } from "../storage/temporary-store.fixture.ts";
import { defineApi } from "./define-api.ts";
import type { ApiDefinition } from "./define-api.ts";

const base: ApiDefinition = { name: "tickets.find", description: "Finds tickets", handler: (args) => args };
const context = {
  callId: "c",
  signal: new AbortController().signal,
  session: { id: "s", folder: "/s" },
  caller: CALLER,
};

describe("defineApi", () => {
  it("gives the shape that tools are fitted to; what is not said is taken for a change of the world", () => {
    const api = defineApi({ ...base, params: { id: { type: "integer", min: 1 } } });
    expect(api).toMatchObject({ name: "tickets.find", effect: "write" });
    expect(api.params).toMatchObject([{ name: "id", type: "integer", min: 1, required: true, position: 0 }]);
  });

  it("hands over checked arguments with defaults filled in", async () => {
    const { handler } = defineApi({
      ...base,
      params: {
        file: { type: "path" },
        state: { type: "enum", values: ["open", "closed"], default: "open" },
        count: { type: "integer", optional: true },
      },
    });
    expect(await handler({ file: "/w/a" }, context)).toEqual({ file: "/w/a", state: "open" });
    expect(await handler({ file: "/w/a", count: "5" }, context)).toEqual({ file: "/w/a", state: "open", count: 5 });
    for (const args of [{}, { file: "a" }, { file: "/a", state: "x" }, { file: "/a", __proto__x: 1 }]) {
      expect(() => handler(args, context)).toThrow(expect.objectContaining({ reason: "invalid-arguments" }));
    }
  });

  it.each<[string, Partial<ApiDefinition>]>([
    ["a name with a space", { name: "a b" }],
    ["an empty name", { name: "" }],
    ["an unknown effect", { effect: "reed" as "read" }],
    ["no handler", { handler: undefined as unknown as ApiDefinition["handler"] }],
    ["a parameter without values", { params: { x: { type: "enum", values: [] } } }],
    ["a pattern that is none", { params: { x: { type: "text", pattern: "(" } } }],
    ["a default for a path", { params: { x: { type: "path", default: "." } } }],
  ])("refuses %s", (_what, change) => {
    expect(() => defineApi({ ...base, ...change })).toThrow(TypeError);
  });
});
