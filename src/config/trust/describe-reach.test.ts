import { describe, expect, it } from "vitest";
import type { BackendSpec } from "../../model/backend.ts";
import { makeTool } from "../../registry/tools.fixture.ts";
import { describeReach } from "./describe-reach.ts";

const text = (value: string): { readonly kind: "text"; readonly text: string } => ({ kind: "text", text: value });
const param = { kind: "param", name: "id" } as const;
const secret = { kind: "secret", name: "API_KEY" } as const;

const HTTP: BackendSpec = {
  kind: "http",
  method: "POST",
  url: {
    scheme: "https",
    host: [text("api.example.com")],
    port: [text("8443")],
    path: [text("/v1/"), param],
    query: [secret],
  },
  headers: [["authorization", [text("Bearer "), secret]]],
  body: { kind: "text", parts: [{ kind: "secret", name: "BODY_KEY" }] },
  successStatus: [],
  errorStatus: [],
};

const BROWSER: BackendSpec = {
  kind: "browser",
  command: "open",
  browser: {
    engine: "playwright",
    connect: "live",
    headless: true,
    extractMode: "text",
    startupTimeoutMs: 1,
    sessionTimeoutMs: 1,
    idleTimeoutMs: 1,
    maxInteractions: 1,
    allowedDomains: ["a.example"],
    blockedDomains: [],
    allowExternal: true,
    stateFields: [],
    authFlows: [],
  },
};

const COMMAND = {
  params: [],
  timeoutMs: 1,
  environment: ["HOME"],
  cwd: null,
  output: "text",
  persistent: true,
} as const;

const CAPABILITY: BackendSpec = {
  kind: "capability",
  module: { sha256: "", index: 0 },
  commands: {
    log: { ...COMMAND, run: { kind: "argv", args: [[text("git")], [text("--id="), param]] } },
    sh: { ...COMMAND, persistent: false, environment: [], run: { kind: "shell", line: "ls | wc", params: [] } },
  },
  net: [],
  tools: ["fs.read"],
  exposed: true,
};

describe("describeReach", () => {
  it.each<[string, BackendSpec, readonly string[]]>([
    ["a plain command", { kind: "command", binary: "git", args: [], constants: {}, cwd: null }, []],
    [
      "programs that are joined",
      {
        kind: "script",
        cwd: null,
        steps: [
          {
            operator: ";",
            stages: [
              { binary: "curl", args: [], redirects: [{ stream: "stdout", mode: "write", file: "out.txt" }] },
              { binary: "sort", args: [], redirects: [{ stream: "stderr", mode: "join", with: "stdout" }] },
            ],
          },
        ],
      },
      ['runs "curl"', 'writes "out.txt"', 'runs "sort"'],
    ],
    [
      "a request",
      HTTP,
      [
        'sends POST requests to "https://api.example.com:8443/v1/{{id}}?{_secret:API_KEY}"',
        'sends the secret "API_KEY"',
        'sends the secret "BODY_KEY"',
      ],
    ],
    [
      "an upstream tool",
      { kind: "mcp", server: "github", tool: 'x"; runs "y', fieldMap: {} },
      ['calls the tool "x\\"; runs \\"y" of the MCP server "github"'],
    ],
    ["a browser", BROWSER, ['drives the browser that is open on "a.example"', "may leave these sites"]],
    ["a built-in API", { kind: "internal", api: "fs.read_file" }, ['uses the built-in API "fs.read_file"']],
    [
      "a module",
      CAPABILITY,
      [
        "runs a handler of its module, isolated",
        'its command "log" runs "git --id={{id}}" and keeps it running with "HOME" of the environment',
        'its command "sh" runs "ls | wc" through a shell',
        "sends HTTP requests to any public host",
        'calls the tools "fs.read"',
      ],
    ],
    [
      "a module without net",
      { ...CAPABILITY, commands: {}, net: null, tools: [] },
      ["runs a handler of its module, isolated"],
    ],
    ["an application", { kind: "app", declared: "agentTool" }, ["asks the application that declared it"]],
  ])("says of %s what it reaches", (_what, backend, expected) => {
    expect(describeReach(makeTool("a", { backend }))).toEqual(expected);
  });

  it("names the program that reads the output", () => {
    const output = { shape: "envelope", parser: "custom:./parse.py", schema: null } as const;
    expect(describeReach(makeTool("a", { output }))).toEqual(['pipes its output through "./parse.py"']);
  });

  it("says what a program is given, and what it wants besides what the configuration lets it", () => {
    const limits = { memoryBytes: null, processes: null, fileBytes: null, cpuSeconds: null };
    const wide = makeTool("a", {
      backend: {
        kind: "command",
        binary: "sh",
        args: [],
        constants: {},
        cwd: null,
        stdin: [text("rm -rf x; "), param],
      },
      secretEnvironment: { API_KEY: "key" },
      sandbox: {
        profile: "none",
        writable: ["/srv"],
        readable: ["~/x"],
        network: { kind: "hosts", hosts: ["a.b"] },
        limits,
      },
    });
    expect(describeReach(wide)).toEqual([
      'reads "rm -rf x; {{id}}" from standard input',
      'gets the secret "key" as "API_KEY"',
      "wants its programs not confined",
      'wants to write in "/srv"',
      'wants to read in "~/x"',
      'wants its programs to reach "a.b"',
    ]);
    const tight = { profile: "isolated", writable: [], readable: [], network: { kind: "none" }, limits } as const;
    expect(describeReach(makeTool("a", { sandbox: tight }))).toEqual([]);
  });
});
