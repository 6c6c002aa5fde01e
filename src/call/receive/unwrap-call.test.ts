import { describe, expect, it } from "vitest";
import type { RawCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import { refuseWrapped, unwrapCall } from "./unwrap-call.ts";

const CALLER = { tenant: "local", principal: "p", agent: "a", roles: ["agent"], credential: "c" } as const;

function toRaw(tool: unknown, args: unknown, more: Partial<RawCall> = {}): RawCall {
  return { entry: "library", tool, args, caller: CALLER, ...more };
}

describe("unwrapCall", () => {
  it.each([
    { args: { name: "fs.read", arguments: { path: "x" } }, tool: "fs.read", inner: { path: "x" } },
    { args: { name: "fs.read" }, tool: "fs.read", inner: {} },
    { args: { name: "fs.read", arguments: null }, tool: "fs.read", inner: {} },
    { args: { name: "fs.read", arguments: "text" }, tool: "fs.read", inner: "text" },
    { args: { name: "", arguments: {} }, tool: "", inner: {} },
    { args: { name: "__proto__", arguments: {} }, tool: "__proto__", inner: {} },
  ])("makes $args a call of that tool, all else as it was", ({ args, tool, inner }) => {
    const raw = toRaw("call_tool", args, { hints: { allow: ["x"] }, timeoutMs: 5, session: "s" });
    expect(unwrapCall(raw)).toEqual({ ...raw, tool, args: inner });
    expect(() => refuseWrapped(unwrapCall(raw))).not.toThrow();
  });

  it.each([
    { args: undefined },
    { args: null },
    { args: "fs.read" },
    { args: [] },
    { args: {} },
    { args: { name: 1 } },
    { args: { name: "fs.read", arguments: {}, more: 1 } },
    { args: { name: "call_tool", arguments: { name: "fs.read" } } },
    { args: { name: "search_tools", arguments: { query: "x" } } },
    { args: { name: "load_tools" } },
    { args: { name: "list_tool_groups" } },
  ])("leaves $args as it is, to be refused", ({ args }) => {
    const raw = toRaw("call_tool", args);
    expect(unwrapCall(raw)).toBe(raw);
    expect(() => refuseWrapped(raw)).toThrow(Refused);
  });

  it.each([
    { what: "another tool", raw: toRaw("fs.read", { name: "fs.write" }) },
    { what: "a tool that an agent runs itself", raw: toRaw("call_tool", { name: "fs.read" }, { entry: "hook" }) },
    { what: "a delegated call", raw: toRaw("call_tool", { name: "fs.read" }, { delegated: true }) },
    { what: "a name in another spelling", raw: toRaw("call_tool ", { name: "fs.read" }) },
  ])("has nothing to do with $what", ({ raw }) => {
    expect(unwrapCall(raw)).toBe(raw);
    expect(() => refuseWrapped(raw)).not.toThrow();
  });
});
