import { describe, expect, it } from "vitest";
import type { SessionBackend } from "../../../model/backend.ts";
import type { Tool } from "../../../model/tool.ts";
import { compilePattern } from "../../../params/pattern.ts";
import { validateParam } from "../../../params/validate-param.ts";
import type { ManifestResult } from "../../manifest.ts";
import { parseManifest } from "../../parse-manifest.ts";

const HEAD = '[tool]\nname = "msf"\ndescription = "x"\nhuman_approval = true\nrisk_tier = "medium"\n';
const SESSION = `[output]\nformat = "text"\n[session]\nstartup_command = "msfconsole -q -x 'a b'"\nready_pattern = 'msf6.*> $'\n`;

function read(commands: string, head = HEAD): ManifestResult {
  return parseManifest(`${head}${SESSION}${commands}`, { file: "msf.clad.toml", layer: "user" });
}

function readTools(commands: string, head = HEAD): readonly (Tool & { readonly backend: SessionBackend })[] {
  const { tools, issues } = read(commands, head);
  expect(issues).toEqual([]);
  return tools.map((tool) => ({ ...tool, backend: tool.backend as SessionBackend }));
}

const SHOW = `[session.commands.show]\npattern = '^show [a-z]+$'\ndescription = "Shows"\n`;

describe("a session", () => {
  it("has the documented defaults", () => {
    const [tool] = readTools(SHOW);
    expect(tool?.backend.program).toEqual({
      binary: "msfconsole",
      args: ["-q", "-x", "a b"],
      readyPattern: "msf6.*> $",
      startupTimeoutMs: 60_000,
      idleTimeoutMs: 300_000,
      sessionTimeoutMs: 1_800_000,
      maxInteractions: 100,
      inputSanitize: [],
      outputMaxBytes: 1_048_576,
      outputWaitMs: 2000,
      childDetection: null,
      events: null,
    });
  });

  it("gives one tool for each command, where it stands in the file", () => {
    const tools = readTools(
      `${SHOW}[session.commands.exit]\npattern = '^exit$'\ndescription = "Ends"\nline = "exit"\n`,
    );
    expect(tools.map(({ name, description, origin }) => [name, description, origin.line])).toEqual([
      ["msf.show", "Shows", 11],
      ["msf.exit", "Ends", 14],
    ]);
    expect(tools[0]?.backend).toMatchObject({ command: "show", line: null, captures: [], extractTarget: false });
    expect(tools[1]?.backend.line).toEqual([{ kind: "text", text: "exit" }]);
  });

  it("reads events and children, and nothing when events are off", () => {
    const child = `[session.child_detection]\npattern = 'session (\\d+) opened'\ntype = "shell"\nmanifest = "shell.clad.toml"\n`;
    const [tool] = readTools(`${SHOW}${child}[session.events]\nevent_types = ["a"]\n`);
    expect(tool?.backend.program).toMatchObject({
      childDetection: { type: "shell", manifest: "shell.clad.toml" },
      events: { maxQueueDepth: 100, pollIntervalMs: 500, eventTypes: ["a"], ttlMs: 300_000 },
    });
    expect(readTools(`${SHOW}[session.events]\nenabled = false\n`)[0]?.backend.program.events).toBeNull();
  });

  it.each([
    ["", "medium", "destructive", true],
    ['risk_tier = "low"\n', "low", "write", true],
    ['risk_tier = "high"\nhuman_approval = false\n', "high", "destructive", false],
    ['effect = "read"\n', "medium", "read", true],
  ])("%j falls back to what the tool says", (keys, riskTier, effect, humanApproval) => {
    expect(readTools(SHOW + keys)[0]).toMatchObject({ riskTier, effect, humanApproval });
  });

  it("hands cedar, evidence and limits on", () => {
    const head = `${HEAD}timeout_seconds = 5\n[tool.cedar]\nresource = "A::B"\naction = "use"\n[tool.evidence]\n`;
    const commands = `${SHOW}[session.interaction]\noutput_max_bytes = 1000\n`;
    expect(readTools(commands, head)[0]).toMatchObject({
      cedar: { resource: "A::B", action: "use" },
      evidence: { outputDir: null, capture: true, hash: "sha256", screenshots: false },
      limits: { timeoutMs: 5000, maxStdoutBytes: 1000 },
    });
  });
});

describe("the line that is typed", () => {
  const context = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: true } as const;

  it.each([
    ["show options", true],
    ["show options\nexit -y", false],
    ["show options\r", false],
    ["show options; exit", false],
    [" show options", false],
    ["show OPTIONS", false],
    ["show \u202eoptions", false],
    ["", false],
  ])("%j", (line, ok) => {
    const [tool] = readTools(SHOW);
    const params = tool?.input.kind === "params" ? tool.input.params : [];
    expect(params.map(({ name, required }) => [name, required])).toEqual([["command", true]]);
    expect(validateParam(params[0]!, line, context).ok).toBe(ok);
  });

  it("never holds a newline, whatever the pattern says", () => {
    const [tool] = readTools(`[session.commands.any]\npattern = '^(?s).*$'\ndescription = "x"\n`);
    const params = tool?.input.kind === "params" ? tool.input.params : [];
    expect(compilePattern("^(?s).*$")).toMatchObject({ ok: true });
    expect(validateParam(params[0]!, "a\nb", context).ok).toBe(false);
    expect(validateParam(params[0]!, "a; b", context).ok).toBe(true);
  });

  it("has no metacharacters where the author wants none", () => {
    const keys = `[session.commands.any]\npattern = '^.*$'\ndescription = "x"\n`;
    const [tool] = readTools(`${keys}[session.interaction]\ninput_sanitize = ["injection"]\n`);
    const params = tool?.input.kind === "params" ? tool.input.params : [];
    expect(validateParam(params[0]!, "a; b", context).ok).toBe(false);
  });

  it("is made of arguments with `line`", () => {
    const command = `[session.commands.use]\npattern = '^use [a-z/]+$'\nline = "use {module}"\ndescription = "x"\n`;
    const [tool] = readTools(`${command}args.module = { type = "string", required = true }\n`);
    expect(tool?.input).toMatchObject({ params: [{ name: "module", type: "text" }] });
    const line = [
      { kind: "text", text: "use " },
      { kind: "param", name: "module" },
    ];
    expect(tool?.backend).toMatchObject({ line, captures: [], pattern: "^use [a-z/]+$" });
  });

  it("is taken apart by named groups without it", () => {
    const command = `[session.commands.use]\npattern = '^use (?P<module>[a-z/]+) (?<port>[0-9]+)$'\ndescription = "x"\n`;
    const args = 'args.module = { type = "string", required = true }\nargs.port = { type = "port" }\n';
    const [tool] = readTools(command + args);
    expect(tool?.input).toMatchObject({ params: [{ name: "command", type: "text" }] });
    expect(tool?.backend).toMatchObject({ line: null, captures: [{ name: "module" }, { name: "port", type: "port" }] });
  });
});

describe("a pattern that lets more through than it says", () => {
  it.each([
    "show", "^show", "show$", "^a$|b", "(^a$)|(b)", "(?m)^a$", "^(?m)a$", "^(?im:a$)", "^a\\$", "^a$|", "^[[:alpha:]|]$|b",
  ])("%s", (pattern) => {
    const { issues } = read(`[session.commands.a]\npattern = '${pattern}'\ndescription = "x"\n`);
    expect(issues.map(({ severity, code }) => [severity, code])).toEqual([["error", "unanchored-pattern"]]);
  }); // prettier-ignore
});

describe("a session with more commands than anybody needs", () => {
  const many = (count: number, rest: string): string =>
    Array.from({ length: count }, (_, index) => `[session.commands.c${index}]\npattern = '^a${index}$'\n${rest}`).join(
      "",
    );

  it.each([
    [101, ""],
    [4, Array.from({ length: 99 }, (_, index) => `args.a${index} = { type = "string", pattern = '^a$' }\n`).join("")],
  ])("%i commands", (count, rest) => {
    expect(read(many(count, rest)).issues.map(({ code }) => code)).toEqual(["too-many-entries"]);
  });
});
