import { describe, expect, it } from "vitest";
import type { CapabilityCeiling } from "../../manifest.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { applyNetCeiling, checkCommandCeiling } from "./check-ceiling.ts";
import { matchHost } from "./match-host.ts";

describe("matchHost", () => {
  it.each([
    ["a.b", "a.b", true],
    ["a.b", "c.b", false],
    ["a.b", "*.b", true],
    ["b.c", "*.b.c", true],
    ["x.y.b.c", "*.b.c", true],
    ["evilb.c", "*.b.c", false],
    ["*.b.c", "*.b.c", true],
    ["*.x.b.c", "*.b.c", true],
    ["*.c", "*.b.c", false],
    ["*.b.c", "b.c", false],
    ["*.b.c", "x.b.c", false],
    ["127.0.0.1", "127.0.0.1", true],
  ])("%s within %s: %s", (host, limit, expected) => expect(matchHost(host, limit)).toBe(expected));
});

describe("applyNetCeiling", () => {
  const ceiling = (net: readonly string[] | null): CapabilityCeiling => ({ net, commands: "any" });

  it.each([
    ["no ceiling, none declared: any public host", [], null, [], 0],
    ["no ceiling: what is declared", ["a.b"], null, ["a.b"], 0],
    ["none declared: the ceiling itself", [], ["A.b", "*.c.d"], ["a.b", "*.c.d"], 0],
    ["what lies within", ["a.b", "x.c.d", "*.y.c.d", "e.f"], ["a.b", "*.c.d"], ["a.b", "x.c.d", "*.y.c.d"], 1],
    ["wider than the ceiling", ["*.b.c"], ["a.b.c"], null, 1],
    // An empty list would mean any public host.
    ["nothing is left", ["a.b"], ["c.d"], null, 1],
    ["a ceiling of nothing", [], [], null, 0],
    ["a ceiling of nothing, something declared", ["a.b"], [], null, 1],
    ["none by the author", null, ["a.b"], null, 0],
  ] as const)("%s", (_, declared, net, expected, warnings) => {
    const log: IssueLog = { found: [] };
    expect(applyNetCeiling(declared, ceiling(net), ["allow", "net"], log)).toEqual(expected);
    expect(log.found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
      Array.from({ length: warnings }, () => "warning over-ceiling"),
    );
  });
});

describe("checkCommandCeiling", () => {
  it.each([
    ["any", "shell", ""],
    ["any", "argv", ""],
    ["argvOnly", "argv", ""],
    ["argvOnly", "shell", '[capabilities] commands = "argvOnly"'],
    ["none", "argv", '[capabilities] commands = "none"'],
    ["none", "shell", '[capabilities] commands = "none"'],
  ] as const)("%s, %s", (commands, kind, named) => {
    const log: IssueLog = { found: [] };
    checkCommandCeiling(kind, { net: null, commands }, [], log);
    expect(log.found.length).toBe(named === "" ? 0 : 1);
    expect(log.found[0]?.message ?? "").toContain(named);
  });
});
