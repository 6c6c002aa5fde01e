import { describe, expect, it } from "vitest";
import type { SandboxConfig, SandboxRow } from "../../config/config.ts";
import { NO_RESOURCE_LIMITS } from "../../model/sandbox.ts";
import type { SandboxSpec } from "../../model/sandbox.ts";
import type { Tool } from "../../model/tool.ts";
import { chooseConfinement } from "./choose-confinement.ts";
import type { Confinement } from "./choose-confinement.ts";
import { describeDemands } from "./list-demands.ts";

interface Case {
  readonly spec?: Partial<SandboxSpec>;
  readonly config?: Partial<SandboxConfig>;
  readonly rows?: readonly Partial<SandboxRow>[];
  readonly kind?: "command" | "shell";
  readonly format?: "whitelist" | "custom";
}

function choose({ spec, config = {}, rows = [], kind = "command", format = "whitelist" }: Case): Confinement {
  const nothing = { profile: null, writable: [], readable: [], network: null, limits: NO_RESOURCE_LIMITS };
  const tool = {
    name: "files.read",
    backend: { kind },
    origin: { format },
    ...(spec === undefined ? {} : { sandbox: { ...nothing, ...spec } }),
  } as unknown as Tool;
  const tools = rows.map((row) => ({ tool: "*", source: "s", onlyNarrows: false, ...nothing, ...row }));
  return chooseConfinement(tool, {
    engine: "bubblewrap",
    image: null,
    default: "none",
    defaultForLines: "workspace",
    fallback: "refuse",
    limits: NO_RESOURCE_LIMITS,
    ...config,
    tools,
  });
}

const LIMITED = { ...NO_RESOURCE_LIMITS, processes: 8 };

describe("chooseConfinement", () => {
  const profiles: readonly (readonly [string, Case, Confinement["profile"], boolean])[] = [
    ["nobody says anything", {}, "none", false],
    ["the default", { config: { default: "isolated" } }, "isolated", false],
    ["the default of lines", { kind: "shell" }, "workspace", false],
    ["the default of custom tools", { format: "custom", config: { defaultForLines: "isolated" } }, "isolated", false],
    ["a tool that asks", { spec: { profile: "read-only" } }, "read-only", true],
    ["a tool that wants none", { spec: { profile: "none" }, config: { default: "workspace" } }, "none", true],
    ["the operator over the tool", { spec: { profile: "none" }, rows: [{ profile: "isolated" }] }, "isolated", true],
    ["the later row", { rows: [{ profile: "isolated" }, { profile: "workspace" }] }, "workspace", true],
    ["a row without a word on it", { rows: [{ profile: "isolated" }, {}] }, "isolated", true],
    ["a row for others", { rows: [{ tool: "net.*", profile: "isolated" }] }, "none", false],
    ["a row for these", { rows: [{ tool: "files.*", profile: "isolated" }] }, "isolated", true],
    ["a limit without a profile", { spec: { limits: LIMITED } }, "workspace", true],
    ["no network without a profile", { spec: { network: { kind: "none" } } }, "workspace", true],
    ["all of the network without a profile", { spec: { network: { kind: "all" } } }, "none", false],
    [
      "a limit under a stricter default",
      { spec: { limits: LIMITED }, config: { default: "isolated" } },
      "isolated",
      true,
    ],
    ["a limit of all programs that are confined", { config: { limits: LIMITED } }, "none", false],
    ["a row that narrows", { rows: [{ profile: "read-only", onlyNarrows: true }] }, "read-only", true],
    [
      "a row that would widen and may only narrow",
      { spec: { profile: "isolated" }, rows: [{ profile: "workspace", onlyNarrows: true }] },
      "isolated",
      true,
    ],
    [
      "a row that narrows after one that opens",
      { rows: [{ profile: "read-only", onlyNarrows: true }, { profile: "none" }] },
      "read-only",
      true,
    ],
    [
      "a row that may only narrow, and says none",
      { config: { default: "workspace" }, rows: [{ profile: "none", onlyNarrows: true }] },
      "workspace",
      false,
    ],
  ];
  it.each(profiles)("%s", (_what, one, profile, demanded) => {
    const chosen = choose(one);
    expect([chosen.profile, chosen.demandedBy.length > 0]).toEqual([profile, demanded]);
  });

  const hosts = (...names: readonly string[]): { kind: "hosts"; hosts: readonly string[] } => ({
    kind: "hosts",
    hosts: names,
  });
  it.each([
    ["no word", undefined, undefined, { kind: "none" }],
    ["the tool's", hosts("a"), undefined, hosts("a")],
    ["the operator's", hosts("a"), { network: { kind: "all" } }, { kind: "all" }],
    ["narrowed to none", hosts("a"), { network: { kind: "none" }, onlyNarrows: true }, { kind: "none" }],
    ["narrowed to some", { kind: "all" }, { network: hosts("b"), onlyNarrows: true }, hosts("b")],
    ["narrowed to what both name", hosts("a", "b"), { network: hosts("b", "c"), onlyNarrows: true }, hosts("b")],
    ["narrowed to what neither names", hosts("a"), { network: hosts("b"), onlyNarrows: true }, { kind: "none" }],
    ["not opened by what narrows", undefined, { network: { kind: "all" }, onlyNarrows: true }, { kind: "none" }],
  ] as const)("network: %s", (_what, network, row, expected) => {
    const rows = row === undefined ? [] : [row];
    expect(choose({ spec: { network: network ?? null }, rows }).network).toEqual(expected);
  });

  it("takes the operator's limit over the tool's, and the smaller of what narrows and of all programs", () => {
    const limit = (processes: number): typeof LIMITED => ({ ...LIMITED, processes });
    expect(choose({ spec: { limits: limit(8) }, rows: [{ limits: limit(20) }] }).limits.processes).toBe(20);
    expect(
      choose({ spec: { limits: limit(8) }, rows: [{ limits: limit(20), onlyNarrows: true }] }).limits.processes,
    ).toBe(8);
    expect(choose({ spec: { limits: limit(8) }, config: { limits: limit(4) } }).limits.processes).toBe(4);
  });

  it.each([
    ["its profile", { spec: { profile: "read-only" } }, "`profile` of its declaration"],
    ["its network", { spec: { network: { kind: "none" } } }, "`network` of its declaration"],
    [
      "a row",
      { rows: [{ network: { kind: "none" }, limits: LIMITED }] },
      "`network` and `processes` of a row of `[[sandbox.tools]]`",
    ],
    [
      "both",
      { spec: { limits: LIMITED }, rows: [{ profile: "workspace" }] },
      "`processes` of its declaration and `profile` of a row of `[[sandbox.tools]]`",
    ],
    [
      "a row that narrows",
      { rows: [{ profile: "read-only", onlyNarrows: true }] },
      "`profile` of a row of `[[sandbox.tools]]`",
    ],
    ["the last word", { spec: { network: { kind: "none" } }, rows: [{ network: { kind: "all" } }] }, ""],
    ["places alone", { spec: { writable: ["a"] } }, ""],
    ["a limit of all programs", { config: { limits: LIMITED } }, ""],
  ] as const)("says what asked for it: %s", (_what, one, text) => {
    expect(describeDemands(choose(one).demandedBy)).toBe(text);
  });

  it("adds places up, and knows whose they are", () => {
    const { writable } = choose({ spec: { writable: ["a"] }, rows: [{ writable: ["b"] }, { writable: ["c"] }] });
    expect(writable).toEqual([
      { text: "a", by: "tool" },
      { text: "b", by: "operator" },
      { text: "c", by: "operator" },
    ]);
  });
});
