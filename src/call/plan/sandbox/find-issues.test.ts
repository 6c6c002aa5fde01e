import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Config, SandboxConfig, SandboxRow } from "../../../config/config.ts";
import { NO_RESOURCE_LIMITS } from "../../../model/sandbox.ts";
import type { SandboxSpec } from "../../../model/sandbox.ts";
import type { Tool } from "../../../model/tool.ts";
import { findGrantIssues } from "./find-grant-issues.ts";
import { findImageIssue } from "./find-image-issue.ts";

const base = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-issues-")));
const at = (...parts: readonly string[]): string => path.join(base, ...parts);
for (const folder of ["ws/out", "home/.ssh", "data", "elsewhere"]) mkdirSync(at(folder), { recursive: true });
writeFileSync(at("home/.ssh/id_rsa"), "key");
symlinkSync(at("elsewhere"), at("ws/link"));
afterAll(() => rmSync(base, { recursive: true }));

const NOTHING: SandboxSpec = {
  profile: null,
  writable: [],
  readable: [],
  network: null,
  limits: NO_RESOURCE_LIMITS,
};

function toConfig(sandbox: Partial<SandboxConfig>): Config {
  const config = {
    workspace: at("ws"),
    workspaceRoots: [at("ws")],
    configFile: at("ws/toolgate.toml"),
    dataFolder: at("data"),
    home: at("home"),
    toolFolders: [],
    cedar: { files: [] },
    scope: { file: null },
    sandbox: { engine: "bubblewrap", image: null, default: "none", tools: [], limits: NO_RESOURCE_LIMITS, ...sandbox },
  };
  // Only these parts are looked at.
  return config as unknown as Config;
}

function toTool(spec: Partial<SandboxSpec>): Tool {
  const origin = { format: "whitelist", file: "/t.toml", line: 3, column: 1 };
  const sandbox = { ...NOTHING, ...spec };
  const output = { parser: "text" };
  return { name: "t", backend: { kind: "command" }, origin, output, sandbox } as unknown as Tool;
}

const locate = (source: string): { file: string; line: number } => ({ file: source, line: 7 });

function issues(spec: Partial<SandboxSpec>, rows: readonly Partial<SandboxRow>[] = []): readonly string[] {
  const tools = rows.map((row) => ({ tool: "*", source: "toolgate.toml", onlyNarrows: false, ...NOTHING, ...row }));
  const options = { config: toConfig({ tools }), protectedFolders: [at("data")], locate };
  return findGrantIssues([toTool(spec)], options).map(
    ({ severity, code, file, line, message }) => `${severity} ${code} ${file}:${line} ${message}`,
  );
}

describe("findGrantIssues", () => {
  const tool = "error bad-folder /t.toml:3";
  const row = "error bad-folder toolgate.toml:7";
  it.each([
    [{ profile: "isolated", writable: ["out"] }, []],
    [{ profile: "isolated", writable: ["gone"] }, ["warning missing-folder /t.toml:3"]],
    [{ profile: "isolated", readable: ["/nowhere/x"] }, ["warning missing-folder /t.toml:3"]],
    [{ profile: "workspace", writable: ["gone", "/nowhere/x"] }, ["warning missing-folder /t.toml:3"]],
    [{ profile: "isolated", writable: ["~/gone", "$SESSION_DIR/gone"] }, []],
    [{ profile: "isolated", writable: ["link"] }, [tool]],
    [{ profile: "isolated", readable: ["~/.ssh"] }, [tool]],
    [{ profile: "isolated", writable: [at("data")] }, [tool]],
    [{ profile: "isolated", writable: [at("home")] }, [tool]],
    [{ profile: "none", writable: [at("data")] }, []],
    [{ writable: [at("data")] }, []],
  ] as const)("of a tool: %j", (spec, expected) => {
    expect(issues(spec)).toEqual(expected.map((text) => expect.stringContaining(text) as string));
  });

  it.each([
    [{ profile: "isolated", readable: ["~/.ssh"] }, []],
    [{ profile: "isolated", writable: ["~/.ssh"] }, [row]],
    [{ profile: "isolated", writable: ["gone"] }, ["warning missing-folder toolgate.toml:7"]],
    [{ writable: ["gone"] }, []],
    [{ profile: "none", writable: [at("home")] }, []],
    [{ onlyNarrows: true, writable: [at("home")] }, []],
  ] as const)("of a row: %j", (one, expected) => {
    expect(issues({}, [one])).toEqual(expected.map((text) => expect.stringContaining(text) as string));
  });
});

describe("findImageIssue", () => {
  it.each([
    ["bubblewrap", null, "isolated", null],
    ["podman", "debian:stable-slim", "isolated", null],
    ["podman", null, "isolated", "error"],
    ["docker", null, "none", "warning"],
  ] as const)("%s with the image %s and the profile %s", (engine, image, profile, severity) => {
    const config = toConfig({ engine, image, engineSource: "user toolgate.toml:7" });
    const issue = findImageIssue([toTool({ profile })], config, locate);
    expect(issue?.severity ?? null).toBe(severity);
    if (issue === null) return;
    expect(issue).toMatchObject({ code: "missing-image", file: "user toolgate.toml:7", line: 7 });
    expect([issue.message, issue.hint]).toEqual([
      expect.stringContaining(`engine = "${engine}"`),
      expect.stringContaining("image ="),
    ]);
  });
});
