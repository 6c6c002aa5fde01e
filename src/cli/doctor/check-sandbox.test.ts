import { describe, expect, it } from "vitest";
import { NO_RESOURCE_LIMITS } from "../../model/sandbox.ts";
import type { EngineState } from "../../sandbox/sandbox.ts";
import { checkSandbox } from "./check-sandbox.ts";

const WORKS: EngineState = { ok: true, engine: "bubblewrap", file: "/usr/bin/bwrap", version: "0.11.0", cannot: {} };
const MISSING: EngineState = { ok: false, engine: "bubblewrap", reason: "it is not installed", hint: "install it" };

describe("checkSandbox", () => {
  it.each([
    ["that works", WORKS, {}, ["ok"]],
    ["without limits", { ...WORKS, cannot: { limits: "prlimit is missing" } }, {}, ["ok", "warn"]],
    ["that is missing, and nothing waits for it", MISSING, {}, ["warn"]],
    ["that is missing, and shell lines are served", MISSING, { shell: true }, ["fail"]],
    ["that is missing, and all tools want it", MISSING, { profile: "workspace" }, ["fail"]],
    ["that is missing, and may be", MISSING, { shell: true, fallback: "none" }, ["warn"]],
  ] as const)("an engine %s", async (_what, state, changes, levels) => {
    const { shell, profile, fallback } = { shell: false, profile: "none", fallback: "refuse", ...changes } as const;
    const findings = await checkSandbox({
      sandbox: { state, prepare: () => Promise.resolve() },
      config: {
        packs: { fs: false, fsDeny: [], shell, denyPack: "standard" },
        sandbox: {
          engine: "bubblewrap",
          image: null,
          default: profile,
          defaultForLines: "workspace",
          fallback,
          limits: NO_RESOURCE_LIMITS,
          tools: [],
        },
      },
    });
    expect(findings.map(({ level }) => level)).toEqual(levels);
    expect(findings.every(({ level, advice }) => level === "ok" || advice !== null)).toBe(true);
  });
});
