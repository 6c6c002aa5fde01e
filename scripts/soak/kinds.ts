import { writeFileSync } from "node:fs";
import path from "node:path";
import { defineTool } from "../../dist/library/define-tool.js";
import type { DefinedTool } from "../../dist/library/define-tool.js";

/** One kind of call: how it is made, and how every one of it has to end. */
export interface SoakKind {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** `success`, or the code of the error; several where it depends on what else happens. */
  readonly end: string | readonly string[];
  readonly timeoutMs?: number;
  /** Cancelled as soon as its program runs. */
  readonly cancel?: boolean;
  /** Needs namespaces. */
  readonly confined?: boolean;
  /** A client calls over HTTP, as MCP clients do; with `cancel` it goes away once the call has begun. */
  readonly overMcp?: boolean;
}

export const KINDS: readonly SoakKind[] = [
  { name: "command", tool: "quick", args: {}, end: "success" },
  { name: "command with input", tool: "reads", args: { text: "x".repeat(1000) }, end: "success" },
  { name: "command that fails", tool: "fails", args: {}, end: "EXIT_NONZERO" },
  { name: "command with much output", tool: "prints", args: {}, end: "success" },
  { name: "command that leaves a child", tool: "strays", args: {}, end: "success" },
  { name: "command out of time", tool: "slow", args: {}, end: "TIMEOUT", timeoutMs: 20 },
  { name: "command cancelled", tool: "slow", args: {}, end: "CANCELLED", cancel: true },
  { name: "command that does not start", tool: "broken", args: {}, end: "SPAWN_FAILED" },
  { name: "script", tool: "piped", args: {}, end: "success" },
  { name: "shell", tool: "shell.exec", args: { command: "printf b a | sort && true" }, end: "success" },
  { name: "handler", tool: "noop", args: {}, end: "success" },
  { name: "handler that throws", tool: "throws", args: {}, end: "HANDLER_FAILED" },
  { name: "internal", tool: "now", args: {}, end: "success" },
  { name: "http", tool: "http", args: {}, end: "success" },
  { name: "http that fails", tool: "http-fails", args: {}, end: "HTTP_SERVER_ERROR" },
  { name: "http cut off", tool: "http-cut", args: {}, end: "NETWORK_FAILED" },
  { name: "http out of time", tool: "http-slow", args: {}, end: "TIMEOUT", timeoutMs: 20 },
  { name: "unknown", tool: "unknown", args: {}, end: "UNKNOWN_TOOL" },
  { name: "refused", tool: "denied", args: {}, end: "DENIED" },
  { name: "confined", tool: "confined", args: {}, end: "success", confined: true },
  { name: "confined, leaving a child", tool: "confined-strays", args: {}, end: "success", confined: true },
  { name: "confined, with hosts", tool: "confined-hosts", args: {}, end: "success", confined: true },
  { name: "confined, out of time", tool: "confined-slow", args: {}, end: "TIMEOUT", timeoutMs: 50, confined: true },
  { name: "mcp", tool: "noop", args: {}, end: "success", overMcp: true },
  { name: "mcp to a server", tool: "mcp_soaknoisy__echo", args: { a: 1 }, end: "success", overMcp: true },
  {
    name: "mcp to a server that floods",
    tool: "mcp_soaknoisy__flood",
    args: { count: 50 },
    end: "success",
    overMcp: true,
  },
  { name: "mcp cancelled", tool: "mcp_soaknoisy__hold", args: {}, end: "CANCELLED", overMcp: true, cancel: true },
  // It comes back after ever longer pauses, and until then nothing can be sent to it.
  {
    name: "mcp to a server that dies",
    tool: "mcp_soakdying__die",
    args: {},
    end: ["UPSTREAM_FAILED", "UPSTREAM_UNAVAILABLE"],
    overMcp: true,
  },
];

const NOISY = path.resolve(import.meta.dirname, "../../test/fixtures/mcp-upstream/noisy-stdio.mjs");

const SERVERS: string = ["soaknoisy", "soakdying"]
  .map((name) => `[mcp.servers.${name}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ["${NOISY}"]\n`)
  .join("\n");

export const PERMISSIONS: string = [
  'deny = ["denied"]',
  'allow = ["*"]',
  "[packs]",
  "shell = true",
  "[sandbox]",
  'default_for_lines = "none"',
  "[network]",
  'private = ["127.0.0.1"]',
  SERVERS,
].join("\n");

const SANDBOX = '[sandbox]\nprofile = "isolated"\n';

/** Tool files by name. */
export const TOOL_FILES: ReadonlyMap<string, string> = new Map([
  toProgram("quick", "exit 0"),
  ["reads", `${toHead("reads", "wc")}args = ["-c"]\nstdin = "{{text}}"\n\n[params.text]\ntype = "text"\n`],
  toProgram("fails", "exit 3"),
  toProgram("prints", "yes | head -c 200000"),
  toProgram("strays", "setsid sleep 60 & exit 0"),
  toProgram("slow", "echo up; sleep 60"),
  toProgram("denied", "exit 0"),
  ["broken", toHead("broken", "./broken.sh")],
  ["now", 'name = "now"\ndescription = "soak"\nkind = "internal"\napi = "datetime.now"\n'],
  toProgram("confined", "exit 0", SANDBOX),
  toProgram("confined-strays", "env -i setsid sleep 60 & exit 0", SANDBOX),
  toProgram("confined-slow", "sleep 60", SANDBOX),
  toProgram("confined-hosts", "exit 0", `${SANDBOX}network = ["example.com"]\n`),
]);

/** Tool files of requests to a server of `http-server.ts`. */
export function toRequests(port: number): ReadonlyMap<string, string> {
  const toRequest = (name: string, path: string): [string, string] => {
    const head = `[tool]\nname = "${name}"\ndescription = "soak"\n`;
    return [`${name}.clad`, `${head}[http]\nurl = "http://127.0.0.1:${port}${path}"\n[output]\nformat = "json"\n`];
  };
  return new Map([
    toRequest("http", "/"),
    toRequest("http-fails", "/fails"),
    toRequest("http-cut", "/cut"),
    toRequest("http-slow", "/slow"),
  ]);
}

/** A program that no interpreter can be found for. */
export function writeBroken(folder: string): void {
  writeFileSync(path.join(folder, "broken.sh"), "#!/no/such/interpreter\n", { mode: 0o755 });
}

/** A custom tool, kept in the database: a pipeline. */
export const PIPED: string = JSON.stringify({
  name: "piped",
  description: "soak",
  command: "printf x | wc -c && true",
  parameters: { type: "object", properties: {} },
});

export const HANDLERS: readonly DefinedTool[] = [
  defineTool({ name: "noop", description: "soak", effect: "read", handler: () => "done" }),
  defineTool({
    name: "throws",
    description: "soak",
    effect: "read",
    handler: () => {
      throw new Error("on purpose");
    },
  }),
];

function toHead(name: string, binary: string): string {
  return `name = "${name}"\ndescription = "soak"\nkind = "command"\neffect = "read"\nbinary = "${binary}"\n`;
}

function toProgram(name: string, script: string, more = ""): readonly [string, string] {
  return [name, `${toHead(name, "sh")}args = ["-c", '${script}']\n${more}`];
}
