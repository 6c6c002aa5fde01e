import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { isAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadModuleEvaluator } from "../../../src/manifest/capability/evaluate/load-module-evaluator.ts";
import type { ManifestResult } from "../../../src/manifest/manifest.ts";
import { parseManifest } from "../../../src/manifest/parse-manifest.ts";
import type { CapabilityBackend } from "../../../src/model/backend.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import { renderCedarBaseline } from "../../../src/policy/cedar/render-baseline.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

/** The examples that the formats' own pages print, as they are printed; `whitelist-examples.test.ts` calls the whitelist ones. */
const FFMPEG = `name = "ffmpeg.trim"
description = "Trim a video/audio file to a time range"
kind = "command"
binary = "ffmpeg"
args_mode = "template"
args = ["-y", "-i", "{{input}}", "-ss", "{{start}}", "-to", "{{end}}", "-c", "copy", "{{output}}"]
[params.input]
type = "path"
allowed_prefix = "$SESSION_DIR"
[params.start]
type = "text"
pattern = "^[0-9]+([.][0-9]+)?$"
[params.end]
type = "text"
pattern = "^[0-9]+([.][0-9]+)?$"
[params.output]
type = "path"
allowed_prefix = "$SESSION_DIR"
[constraints]
timeout_seconds = 120
cwd = "$SESSION_DIR"
max_stderr_bytes = 65536
`;
const GIT = `name = "git"
kind = "command"
binary = "git"
args_mode = "free"
allowed_subcommands = ["status", "log", "diff", "branch", "show", "rev-parse"]
`;
const GIT_SHA = `defineTool({
  name: "git.sha",
  allow: {
    commands: {
      headSha: "git -C \${repo} rev-parse HEAD",
      clone: {
        run: ["git", "clone", "\${url}", "\${dest}"],
        timeoutMs: 60000,
        env: ["SSH_AUTH_SOCK"],
        cwd: "/tmp",
        output: "text",
      },
    },
    net: ["api.github.com", "*.github.io"],
  },
  handler: async ({ commands, request }) => {
    const sha = await commands.run("headSha", { repo: "/srv/app" });
    return { sha: sha.trim() };
  },
});
`;
const DEV = `defineTool({
  name: "dev",
  allow: {
    commands: {
      dev: { run: "npm run dev", persistent: true },
    },
  },
  handler: async ({ commands }) => {
    await commands.start("dev");
    const s = await commands.status("dev");
    await commands.stop("dev");
  },
});
`;
const NMAP_EXEC = `exec = ["nmap", "-sT", "-sV", "--max-rate", "1000", "10.0.1.0/24"]`;
const SERVICE_PORT = `service_port = { when = "port != 0", template = "-s {port}" }`;
const CEDAR = `permit (
    principal,
    action == PenTest::Action::"execute_tool",
    resource
)
when {
    resource.tool_name == "nmap_scan"
};
`;
const GH = `{
"binary_name": "gh",
"encrypted_env": {"GH_TOKEN": "ghp_..."},
"deny_args": ["auth\\\\s+", "ssh-key"],
"deny_verbose": ["--verbose", "-v"],
"timeout_seconds": 30,
"tips": "GitHub CLI. Available: gh api, gh repo, gh issue, etc."
}`;
const DNS_LOOKUP = readFileSync("examples/custom/dns_lookup.json", "utf8");

const toClad = (command: string, args = ""): string => `[tool]
name = "nmap_scan"
version = "1.0.0"
binary = "nmap"
description = "Scan"
risk_tier = "low"
[tool.cedar]
resource = "PenTest::ScanTarget"
action = "execute_tool"
${args}
[command]
${command}
[output]
format = "text"
[output.schema]
type = "object"
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
const searchPath = process.env["PATH"];

beforeEach(() => {
  workspace = createTestWorkspace({ config: '[permissions]\nallow = ["*"]\n' });
});

afterEach(async () => {
  process.env["PATH"] = searchPath;
  await workspace.remove();
});

/** A real program of that name which prints its arguments and one variable, one a line. */
function standIn(name: string, variable = "NOTHING"): void {
  const folder = path.join(workspace.dataFolder, "..", "bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" "\${${variable}:-}"\n`);
  chmodSync(path.join(folder, name), 0o755);
  process.env["PATH"] = `${folder}:${searchPath ?? ""}`;
}

function stdout(outcome: Outcome): readonly string[] {
  expect(outcome.error).toBeNull();
  const printed = (outcome.structured as JsonObject)["stdout"];
  return (typeof printed === "string" ? printed : "").trimEnd().split("\n");
}

const load = (text: string, file: string): ManifestResult => {
  const result = parseManifest(text, { file, layer: "project" });
  expect(result.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return result;
};

describe("capability modules", () => {
  const loadModule = async (text: string): Promise<CapabilityBackend> => {
    const evaluateModule = await loadModuleEvaluator();
    const { tools, issues } = parseManifest(text, { file: "tool.js", layer: "project", evaluateModule });
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const backend = tools[0]?.backend;
    if (backend?.kind !== "capability") throw new Error("no module");
    return backend;
  };

  it("git.sha may run the two printed commands and reach the two printed hosts", async () => {
    const { commands, net } = await loadModule(GIT_SHA);
    expect(net).toEqual(["api.github.com", "*.github.io"]);
    expect(Object.keys(commands)).toEqual(["headSha", "clone"]);
    expect(commands["headSha"]).toMatchObject({ run: { kind: "shell" }, params: ["repo"], output: "text" });
    expect(commands["clone"]).toMatchObject({
      run: { kind: "argv" },
      params: ["url", "dest"],
      timeoutMs: 60_000,
      environment: ["SSH_AUTH_SOCK"],
      cwd: "/tmp",
      persistent: false,
    });
  });

  it("headSha hands its value on as one inert argument", async () => {
    const { commands } = await loadModule(GIT_SHA);
    const run = commands["headSha"]?.run;
    if (run?.kind !== "shell") throw new Error("no shell line");
    standIn("git");
    const hostile = "x; touch $(id) 'y'";
    const printed = execFileSync("sh", ["-c", run.line, "sh", hostile], { encoding: "utf8" });
    expect(printed.split("\n").slice(0, 4)).toEqual(["-C", hostile, "rev-parse", "HEAD"]);
  });

  it("dev keeps its command running, and may reach any public host", async () => {
    const { commands, net } = await loadModule(DEV);
    expect(net).toEqual([]);
    expect(commands["dev"]).toMatchObject({
      persistent: true,
      params: [],
      run: { kind: "shell", line: "npm run dev" },
    });
  });
});

describe("ToolClad", () => {
  it("runs the printed exec as it stands", async () => {
    standIn("nmap");
    workspace.write("tools/scan.clad.toml", toClad(NMAP_EXEC));
    gateway = await workspace.open();
    const outcome = await gateway.call("nmap_scan");
    expect(outcome.status).toBe("success");
    expect((outcome.structured as JsonObject)["command"]).toMatch(/nmap -sT -sV --max-rate 1000 10\.0\.1\.0\/24$/);
  });

  it.each([
    ["a port", { port: 8080 }, ["x", "-s", "8080"]],
    ["the port 0", { port: 0 }, ["x"]],
    ["no port", {}, ["x"]],
  ])("evaluates the printed condition for %s", async (_name, args, expected) => {
    standIn("nmap");
    const declared = '[args.port]\nposition = 1\ntype = "integer"\n';
    const command = `exec = ["nmap", "x", "{_service_port}"]\n[command.conditionals]\n${SERVICE_PORT}`;
    workspace.write("tools/scan.clad.toml", toClad(command, declared));
    gateway = await workspace.open();
    const explained = await gateway.runtime.explain({
      entry: "library",
      tool: "nmap_scan",
      args,
      caller: gateway.agent,
    });
    expect(explained.plan?.kind === "command" && explained.plan.argv.slice(1)).toEqual(expected);
  });
});

describe("the Cedar baseline", () => {
  const [tool] = parseManifest(toClad(NMAP_EXEC), { file: "nmap_scan.clad.toml", layer: "project" }).tools;
  const decide = (policies: string, toolName: string, action: string): string => {
    const resource = { type: "PenTest::ScanTarget", id: toolName };
    const answer = isAuthorized({
      principal: { type: "PenTest::Agent", id: "a" },
      action: { type: "PenTest::Action", id: action },
      resource,
      context: {},
      policies: { staticPolicies: policies },
      entities: [{ uid: resource, attrs: { tool_name: toolName }, parents: [] }],
    });
    return answer.type === "success" ? answer.response.decision : "failure";
  };

  it("is generated with the tool in its head, which is found faster", () => {
    expect(renderCedarBaseline(tool === undefined ? [] : [tool]).text).toContain(
      'resource == PenTest::ScanTarget::"nmap_scan"',
    );
  });

  it.each([
    ["nmap_scan", "execute_tool", "allow"],
    ["nmap_scan", "other", "deny"],
    ["other", "execute_tool", "deny"],
  ])("lets %s do %s: %s", (name, action, expected) => {
    expect(decide(CEDAR, name, action)).toBe(expected);
    expect(decide(renderCedarBaseline(tool === undefined ? [] : [tool]).text, name, action)).toBe(expected);
  });
});

describe("custom tools", () => {
  it("dns_lookup gets the printed arguments", async () => {
    standIn("dig");
    gateway = await workspace.open();
    const owner = await gateway.runtime.control.owner();
    const saved = await gateway.runtime.control.tools.save(
      { text: DNS_LOOKUP, format: "custom", audience: { kind: "everybody" }, expectedName: null, environment: null },
      owner,
    );
    expect(saved).toMatchObject({ ok: true, name: "dns_lookup" });
    const rule = { effect: "allow", rule: "dns_lookup", layer: "user", reason: null } as const;
    await gateway.runtime.control.addRule(rule, owner);
    expect(stdout(await gateway.call("dns_lookup", { domain: "example.com", record_type: "MX" }))).toEqual([
      "+short",
      "MX",
      "example.com",
    ]);
    expect(stdout(await gateway.call("dns_lookup", { domain: "example.com" }))).toEqual(["+short", "example.com"]);
    for (const args of [{}, { domain: "-x" }, { domain: "a", record_type: "ANY" }, { domain: "a", other: 1 }]) {
      expect((await gateway.call("dns_lookup", args)).error?.code).toBe("INVALID_ARGUMENTS");
    }
  });
});

describe("credentialed programs", () => {
  it("gh runs with its token, denies what is printed, and never shows the token", async () => {
    standIn("gh", "GH_TOKEN");
    gateway = await workspace.open();
    const owner = await gateway.runtime.control.owner();
    const text = GH.replace("ghp_...", `ghp_${"a1B2".repeat(9)}`);
    const saved = await gateway.runtime.control.tools.save(
      { text, format: "credentialed", audience: { kind: "everybody" }, expectedName: null, environment: null },
      owner,
    );
    expect(saved).toMatchObject({ ok: true, name: "gh" });
    await gateway.runtime.control.addRule({ effect: "allow", rule: "gh", layer: "user", reason: null }, owner);
    expect(stdout(await gateway.call("gh", { args: ["api", "repos/o/r"] }))).toEqual([
      "api",
      "repos/o/r",
      "[REDACTED]",
    ]);
    for (const args of [
      ["auth", "login"],
      ["ssh-key", "list"],
      ["api", "--verbose"],
      ["api", "-v"],
    ]) {
      expect((await gateway.call("gh", { args })).error?.code).toBe("INVALID_ARGUMENTS");
    }
    const [stored] = await gateway.runtime.control.tools.listStored();
    expect(JSON.stringify(stored)).not.toContain("a1B2");
  });
});

it("each of them loads", () => {
  load(FFMPEG, "ffmpeg.trim.toml");
  load(GIT, "git.toml");
  load(toClad(NMAP_EXEC), "nmap_scan.clad.toml");
  load(DNS_LOOKUP, "dns_lookup.json");
});
