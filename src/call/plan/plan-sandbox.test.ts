import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Config, SandboxConfig } from "../../config/config.ts";
import type { ResolvedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import { NO_RESOURCE_LIMITS } from "../../model/sandbox.ts";
import type { PlannedSandbox, SandboxSpec } from "../../model/sandbox.ts";
import type { EngineState } from "../../sandbox/sandbox.ts";
import { planSandbox } from "./plan-sandbox.ts";

const base = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-plan-")));
const at = (...parts: readonly string[]): string => path.join(base, ...parts);
for (const folder of ["ws/out", "ws/tools", "ws/.vscode", "home/.ssh", "home/.npm", "data/sessions/s", "elsewhere"]) {
  mkdirSync(at(folder), { recursive: true });
}
writeFileSync(at("ws/toolgate.toml"), "");
writeFileSync(at("home/.ssh/id_rsa"), "");
symlinkSync(at("elsewhere"), at("ws/link"));
symlinkSync("../home", at("ws/relative-link"));
symlinkSync("nowhere", at("ws/dangling"));
afterAll(() => rmSync(base, { recursive: true }));

const WORKS: EngineState = { ok: true, engine: "bubblewrap", file: "/usr/bin/bwrap", version: "0.8.0", cannot: {} };
const MISSING: EngineState = {
  ok: false,
  engine: "bubblewrap",
  reason: "it is not installed",
  hint: "apt-get install",
};

interface Wish {
  readonly spec?: Partial<SandboxSpec>;
  readonly config?: Partial<SandboxConfig>;
  readonly state?: EngineState;
  readonly kind?: "command" | "shell";
  readonly delegated?: boolean;
  readonly environment?: readonly string[];
  readonly roots?: readonly [string];
}

function plan({ spec, config = {}, state = WORKS, ...wish }: Wish): PlannedSandbox | undefined {
  const { kind = "command", delegated = false, environment = [], roots = [at("ws")] } = wish;
  const said = { profile: null, writable: [], readable: [], network: null, limits: NO_RESOURCE_LIMITS, ...spec };
  const tool = { name: "t", backend: { kind }, origin: { format: "whitelist" }, sandbox: said };
  const call = { call: { delegated }, tool, session: { id: "s", folder: at("data/sessions/s") } };
  const sandbox: SandboxConfig = {
    engine: "bubblewrap",
    image: null,
    default: "none",
    defaultForLines: "workspace",
    fallback: "refuse",
    limits: NO_RESOURCE_LIMITS,
    tools: [],
    ...config,
  };
  const ground = {
    config: {
      sandbox,
      workspace: roots[0],
      workspaceRoots: roots,
      configFile: at("ws/toolgate.toml"),
      toolFolders: [{ folder: at("ws/tools"), layer: "project" }],
      cedar: { files: [] },
      scope: { file: null },
    } as unknown as Config,
    sandbox: { state, prepare: () => Promise.resolve(), confine: () => expect.unreachable() },
    home: at("home"),
    protectedFolders: [at("data")],
  };
  const variables = { environment, fixedEnvironment: {}, sealedEnvironment: [], secretEnvironment: {} };
  return planSandbox(call as unknown as ResolvedCall, variables, ground);
}

function refusal(wish: Wish): ErrorInfo {
  try {
    plan(wish);
  } catch (error) {
    if (error instanceof Refused) return error.info;
    throw error;
  }
  throw new Error("it was planned");
}

describe("planSandbox", () => {
  it("plans nothing where nothing is wanted, and where the agent runs the call itself", () => {
    expect(plan({})).toBeUndefined();
    expect(plan({ spec: { profile: "none" }, kind: "shell" })).toBeUndefined();
    expect(plan({ spec: { profile: "isolated" }, delegated: true, state: MISSING })).toBeUndefined();
  });

  it.each([
    ["read-only", { writable: [], readable: [at("ws"), at("data/sessions/s")] }],
    ["workspace", { writable: [at("ws"), at("data/sessions/s")], readable: [] }],
    ["isolated", { writable: [at("data/sessions/s")], readable: [] }],
  ] as const)("knows the folders of `%s`", (profile, folders) => {
    expect(plan({ spec: { profile } })).toEqual({
      profile,
      engine: "bubblewrap",
      image: null,
      network: { kind: "none" },
      limits: NO_RESOURCE_LIMITS,
      ...folders,
    });
  });

  describe("without an engine", () => {
    it("refuses the default, and says how to do without", () => {
      const { code, message, hint } = refusal({ kind: "shell", state: MISSING });
      expect([code, message]).toEqual(["SANDBOX_UNAVAILABLE", expect.stringContaining("it is not installed")]);
      expect(hint).toMatch(/apt-get install.*toolgate doctor.*\[sandbox\] fallback = "none"/);
    });

    it("leaves the default out where the configuration says so", () => {
      expect(plan({ kind: "shell", state: MISSING, config: { fallback: "none" } })).toBeUndefined();
    });

    it.each([
      ["profile", { profile: "workspace" }],
      ["cpu_seconds", { limits: { ...NO_RESOURCE_LIMITS, cpuSeconds: 1 } }],
      ["network", { network: { kind: "none" } }],
    ] as const)("never leaves out what was asked for: %s", (key, spec) => {
      const { code, hint } = refusal({ spec, state: MISSING, config: { fallback: "none" } });
      expect(code).toBe("SANDBOX_UNAVAILABLE");
      expect(hint).not.toContain("fallback");
      expect(hint).toContain(`demanded by \`${key}\` of its declaration`);
    });
  });

  it.each([
    ["limits", "cpu_seconds", { limits: { ...NO_RESOURCE_LIMITS, cpuSeconds: 1 } }],
    ["processes", "processes", { limits: { ...NO_RESOURCE_LIMITS, processes: 1 } }],
    ["hosts", "network", { network: { kind: "hosts", hosts: ["a"] } }],
  ] as const)("refuses what the engine cannot hold, and says who demands it: %s", (demand, key, spec) => {
    const state = { ...WORKS, cannot: { [demand]: "that is missing" } } as EngineState;
    expect(refusal({ spec, state }).message).toContain(`(\`${key}\` of its declaration), and that is missing`);
    if (!("limits" in spec)) return;
    const { message } = refusal({ spec: { profile: "workspace" }, state, config: spec });
    expect(message).toContain(`(\`${key}\` of \`[sandbox.limits]\`), and that is missing`);
    expect(plan({ spec: { profile: "workspace" }, state })).toBeDefined();
  });

  it.each([
    ["LD_PRELOAD", {}, true],
    ["LD_LIBRARY_PATH", {}, true],
    ["GLIBC_TUNABLES", {}, true],
    ["LANG", {}, false],
    ["NODE_OPTIONS", {}, false],
    ["NODE_OPTIONS", { network: { kind: "hosts", hosts: ["a"] } }, true],
  ] as const)("refuses a variable that acts outside: %s %j", (name, spec, isRefused) => {
    const wish = { spec: { profile: "workspace", ...spec }, environment: [name] } as const;
    if (isRefused) expect(refusal(wish).message).toContain(name);
    else expect(plan(wish)).toBeDefined();
  });

  describe("granted places", () => {
    it.each([
      ["out", at("ws/out")],
      ["~/.npm", at("home/.npm")],
      ["$SESSION_DIR/x", at("data/sessions/s/x")],
      [at("elsewhere"), at("elsewhere")],
      ["new/folder", at("ws/new/folder")],
    ])("%s", (text, resolved) => {
      expect(plan({ spec: { profile: "isolated", writable: [text] } })?.writable).toContain(resolved);
    });

    it("says which of them are not there", () => {
      const spec = { writable: ["new/folder", "out"], readable: ["new/folder", "~/.cache"] };
      const missing = [at("ws/new/folder"), at("home/.cache")];
      expect(plan({ spec: { ...spec, profile: "isolated" } })?.missing).toEqual(missing);
      // The program can make what lies in a writable workspace.
      expect(plan({ spec: { ...spec, profile: "workspace" } })?.missing).toEqual([at("home/.cache")]);
      expect(plan({ spec: { profile: "isolated", writable: ["out"] } })).not.toHaveProperty("missing");
    });

    it.each([
      ["link", "leads out"],
      ["link/x", "leads out"],
      ["relative-link", "leads out"],
      [at("ws/link"), "leads out"],
      ["../elsewhere", "leads out"],
      ["dangling", "neither"],
      ["$SESSION_DIR/../other", "belongs to Toolgate"],
      ["~", "home folder"],
      ["~/.ssh/x", "keys or passwords"],
      ["/", "whole disk"],
      ["/etc", "system"],
      ["/run/docker.sock", "devices, processes or services"],
      [at("data"), "belongs to Toolgate"],
      [base, "Toolgate's own files"],
      ["toolgate.toml", "takes its rules"],
      ["tools/a.toml", "takes its rules"],
      [".vscode", "only a row"],
      [".git/hooks", "only a row"],
    ])("not %s", (text, reason) => {
      expect(refusal({ spec: { profile: "workspace", writable: [text] } }).message).toContain(reason);
    });

    it("more by the operator than by a tool", () => {
      const row = {
        tool: "t",
        profile: "workspace",
        writable: [".vscode"],
        readable: ["~/.ssh/id_rsa"],
        network: null,
        limits: NO_RESOURCE_LIMITS,
        onlyNarrows: false,
        source: "toolgate.toml:1",
      } as const;
      expect(plan({ config: { tools: [row] } })).toMatchObject({ readable: [at("home/.ssh/id_rsa")] });
      expect(refusal({ spec: { profile: "workspace", readable: ["~/.ssh/id_rsa"] } }).message).toContain("only a row");
    });
  });

  it.each(["/", "/usr", "/tmp", "/home"] as const)("never makes %s writable as a workspace", (root) => {
    expect(refusal({ spec: { profile: "workspace" }, roots: [root] }).message).toContain(root);
    expect(plan({ spec: { profile: "isolated" }, roots: [root] })).toBeDefined();
  });
});
