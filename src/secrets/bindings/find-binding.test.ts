import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SecretBinding } from "../../config/config.ts";
import { LAYERS } from "../../model/tool.ts";
import type { Layer } from "../../model/tool.ts";
import type { StoredBinding, StoredSecret } from "../../storage/repositories.ts";
import { explainUnbound } from "./explain-unbound.ts";
import { findBinding } from "./find-binding.ts";
import { parseToolEntry } from "./tool-entry.ts";
import { use } from "./tool.fixture.ts";

function configured(change: Partial<SecretBinding>): SecretBinding[] {
  return [{ secret: "s", tools: ["api.get"], hosts: [], layer: "user", source: "toolgate.toml:1", ...change }];
}

function stored(bindings: readonly StoredBinding[], workspace: string | null = null): StoredSecret[] {
  const times = { createdAt: "", createdBy: "", updatedAt: "" };
  return [{ id: "1", name: "s", workspace, hasValue: true, bindings, sealed: "", version: 1, ...times }];
}

describe("a binding of a file", () => {
  it.each<[string, Partial<SecretBinding>, Parameters<typeof use>, boolean]>([
    ["the tool's program", {}, ["api.get"], true],
    ["another tool", {}, ["api.put"], false],
    ["a longer name", {}, ["api.get2"], false],
    ["another case", {}, ["API.get"], false],
    ["a pattern", { tools: ["api.*"] }, ["api.put"], true],
    ["a pattern, not its beginning alone", { tools: ["api.*"] }, ["api"], false],
    ["no host, when programs are meant", {}, ["api.get", "example.com"], false],
    ["no program, when hosts are meant", { hosts: ["example.com"] }, ["api.get", null], false],
    ["a host", { hosts: ["example.com"] }, ["api.get", "example.com"], true],
    ["a host in other letters", { hosts: ["Example.COM"] }, ["api.get", "example.com"], true],
    ["no name below", { hosts: ["example.com"] }, ["api.get", "a.example.com"], false],
    ["no name that ends so", { hosts: ["example.com"] }, ["api.get", "badexample.com"], false],
    ["a name below", { hosts: ["*.example.com"] }, ["api.get", "a.b.example.com"], true],
    ["not the name itself", { hosts: ["*.example.com"] }, ["api.get", "example.com"], false],
    ["no look-alike below", { hosts: ["*.example.com"] }, ["api.get", "xn--a.example.com"], false],
    ["no trailing dot", { hosts: ["example.com"] }, ["api.get", "example.com."], false],
    ["no user name before", { hosts: ["example.com"] }, ["api.get", "example.com@evil.com"], false],
    ["an address", { hosts: ["127.0.0.1"] }, ["api.get", "127.0.0.1"], true],
    ["another address", { hosts: ["127.0.0.1"] }, ["api.get", "127.0.0.2"], false],
    ["an IPv6 address", { hosts: ["::1"] }, ["api.get", "::1"], true],
    ["the second of two hosts", { hosts: ["a.com", "b.com"] }, ["api.get", "b.com"], true],
    ["nothing for a host that cannot be read", { hosts: ["https://example.com"] }, ["api.get", "example.com"], false],
    ["nothing for a host that is `*`", { hosts: ["*"] }, ["api.get", "example.com"], false],
    ["nothing for a tool that cannot be read", { tools: ["api get", "nolayer:api.get"] }, ["api.get"], false],
    ["another secret", { secret: "t" }, ["api.get"], false],
  ])("releases to %s", (_what, change, given, isReleased) => {
    expect(findBinding("s", use(...given), configured(change), []) !== null).toBe(isReleased);
  });

  it("is only about the layers that its author speaks for", () => {
    const seen = (layer: SecretBinding["layer"], entry: string): readonly Layer[] =>
      LAYERS.filter(
        (of) => findBinding("s", use("api.get", null, of), configured({ layer, tools: [entry] }), []) !== null,
      );
    expect(seen("user", "api.get")).toEqual(["builtin", "user"]);
    expect(seen("project", "api.get")).toEqual(["builtin", "user", "project"]);
    for (const layer of LAYERS) expect(seen("user", `${layer}:api.*`)).toEqual([layer]);
  });
});

describe("a binding of the store", () => {
  it("is for the tools of a project only in its workspace", () => {
    const pair = [{ tool: "api.get", host: null }];
    expect(findBinding("s", use("api.get", null, "project"), [], stored(pair))).toBeNull();
    expect(findBinding("s", use("api.get", null, "project"), [], stored(pair, "/w"))).not.toBeNull();
    expect(findBinding("s", use("api.get", null, "session"), [], stored(pair, "/w"))).toBeNull();
  });

  it("does not mix the hosts of one tool with another", () => {
    const pairs = [
      { tool: "a", host: "a.com" },
      { tool: "b", host: null },
    ];
    const released = (tool: string, host: string | null): boolean =>
      findBinding("s", use(tool, host), [], stored(pairs)) !== null;
    expect([released("a", "a.com"), released("b", null)]).toEqual([true, true]);
    expect([released("b", "a.com"), released("a", null), released("a", "b.com")]).toEqual([false, false, false]);
  });

  it("is none when there is nothing", () => {
    expect(findBinding("s", use("api.get"), [], [])).toBeNull();
    expect(findBinding("s", use("api.get"), [], stored([]))).toBeNull();
  });
});

describe("what tells how to bind", () => {
  it.each<[Parameters<typeof use>, string]>([
    [["api.get"], "toolgate secrets bind s --tool api.get"],
    [["api.get", "a.com", "builtin"], "toolgate secrets bind s --tool api.get --host a.com"],
    [["api.get", "a.com", "project"], "toolgate secrets bind s --tool api.get --host a.com --workspace"],
    [["api.get", null, "session"], "toolgate secrets bind s --tool session:api.get"],
    [["api.get", "::1"], "toolgate secrets bind s --tool api.get --host ::1"],
  ])("%j: %s", (given, command) => {
    const error = explainUnbound("s", use(...given));
    expect([error.code, error.hint]).toEqual(["SECRET_NOT_BOUND", `If it should have it: ${command}`]);
  });

  it("would bind exactly that, and nothing a shell would run", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.domain()), fc.constantFrom(...LAYERS), (name, host, layer) => {
        const given = use("x", host, layer);
        const { hint } = explainUnbound("s", { ...given, tool: { ...given.tool, name } });
        expect(hint.replace(/'(?:[^']|'\\'')*'/g, "")).not.toMatch(/[$`;&|<>()\n\\"!]/);
      }),
    );
  });
});

describe("parseToolEntry", () => {
  it.each(["", ":", "user:", "user:user:a", "a b", "a\n", "Ünïcode", "other:a", "a/b", "x".repeat(201)])(
    "refuses %j",
    (text) => expect(parseToolEntry(text)).toBeNull(),
  );
});
