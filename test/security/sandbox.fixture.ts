import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { planSandbox } from "../../src/call/plan/plan-sandbox.ts";
import { toConfinedPlace } from "../../src/call/plan/sandbox/to-confined-place.ts";
import type { Config } from "../../src/config/config.ts";
import type { AdmittedCall } from "../../src/model/call.ts";
import type { CommandPlan } from "../../src/model/plan.ts";
import { NO_RESOURCE_LIMITS } from "../../src/model/sandbox.ts";
import type { ResourceLimits, SandboxNetwork, SandboxProfile } from "../../src/model/sandbox.ts";
import { createProcessRunner } from "../../src/process/create-process-runner.ts";
import type { ProcessEnd, ProcessRunner } from "../../src/process/process-runner.ts";
import { createProbe } from "../../src/sandbox/create-probe.ts";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { ConfinedProgram, Sandbox } from "../../src/sandbox/sandbox.ts";

export interface SandboxBench {
  readonly runner: ProcessRunner;
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

/** A real runner, and the sandbox of this machine, looked at. */
export async function createSandboxBench(): Promise<SandboxBench> {
  const runner = createProcessRunner({ killGraceMs: 300 });
  const sandbox = createSandbox({
    config: { engine: "bubblewrap", image: null },
    workspaceRoots: [],
    probe: createProbe(runner),
  });
  await sandbox.prepare();
  return { runner, sandbox, close: () => runner.close() };
}

/** A machine in small: a home with keys, Toolgate's data, a workspace with rules and a repository, and what is outside. */
export interface Scene {
  readonly folder: string;
  readonly workspace: string;
  readonly session: string;
  readonly env: Readonly<Record<string, string>>;
  run(argv: readonly string[], how: Confined | "none"): Promise<Ended>;
  remove(): void;
}

export interface Confined {
  readonly profile: Exclude<SandboxProfile, "none">;
  readonly limits?: Partial<ResourceLimits>;
  readonly network?: SandboxNetwork;
  readonly writable?: readonly string[];
  readonly proxySocket?: string;
  /** The workspace is the person's home folder. @default false */
  readonly atHome?: boolean;
  /** What starts the confinement, such as a program that gives it a terminal. */
  readonly around?: (argv: readonly string[]) => readonly string[];
}

export interface Ended {
  readonly end: ProcessEnd;
  readonly exitCode: number | null;
  readonly output: string;
  readonly left: readonly string[];
}

export const SECRET = "SECRET-of-the-sandbox-tests";
const SCRIPT = "#!/bin/sh\nexit 0\n";

let lastCall = 0;

/** Not below `/tmp`, which is private in every profile: hiding has to do the work. */
export function createScene({ runner, sandbox }: SandboxBench): Scene {
  const folder = realpathSync(mkdtempSync("/var/tmp/toolgate-sandbox-"));
  const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  write("home/.ssh/id_ed25519", SECRET);
  write("home/.netrc", SECRET);
  write("home/.bashrc", "# mine\n");
  write("home/notes.txt", "for everybody\n");
  write("data/approver.key", SECRET);
  write("data/sessions/s/own.txt", "mine\n");
  write("outside/file", "untouched\n");
  write("ws/toolgate.toml", "# rules\n");
  write("ws/tools/a.toml", "# tool\n");
  write("ws/nmap.clad.toml", "# tool\n");
  write("ws/.vscode/tasks.json", "{}\n");
  write("ws/a.txt", "text\n");
  execFileSync("git", ["init", "-q", at("ws")], { env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" } });
  write("ws/.git/hooks/pre-commit", SCRIPT);
  symlinkSync(at("home/.ssh/id_ed25519"), at("ws/link-to-key"));
  symlinkSync(at("outside"), at("ws/link-out"));
  symlinkSync("../outside/file", at("ws/link-to-file"));
  const env = {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    HOME: at("home"),
    WS: at("ws"),
    DATA: at("data"),
    OUTSIDE: at("outside"),
    GATEWAY: String(process.pid),
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  return {
    folder,
    workspace: at("ws"),
    session: at("data/sessions/s"),
    env,
    run: (argv, how) => runIn({ runner, sandbox }, { folder, argv, env, how }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Order {
  readonly folder: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly how: Confined | "none";
}

async function runIn(bench: Pick<SandboxBench, "runner" | "sandbox">, order: Order): Promise<Ended> {
  lastCall += 1;
  const callId = `sandbox-${process.pid}-${lastCall}`;
  const confined = confine(callId, bench.sandbox, order);
  const { argv, cwd } = confined;
  const result = await bench.runner.run({
    callId,
    argv: order.how !== "none" && order.how.around !== undefined ? order.how.around(argv) : argv,
    cwd,
    env: order.env,
    timeoutMs: 20_000,
    maxStdoutBytes: 100_000,
    maxStderrBytes: 100_000,
    stream: false,
    reportsExit: confined.explain !== null,
    places: confined.places,
  });
  const output = [result.stdout, result.stderr].map((bytes) => Buffer.from(bytes).toString()).join("");
  return {
    end: result.end,
    exitCode: result.end.kind === "exited" ? result.end.exitCode : null,
    output,
    left: confined.settle(),
  };
}

function confine(
  callId: string,
  sandbox: Sandbox,
  { folder, argv, how }: Order,
): Pick<ConfinedProgram, "argv" | "cwd" | "settle" | "explain" | "places"> {
  const workspace = path.join(folder, "ws");
  if (how === "none") return { argv, cwd: workspace, settle: () => [], explain: null, places: [] };
  const config = toConfig(folder, how);
  const protectedFolders = [path.join(folder, "data")];
  const session = { id: "s", folder: path.join(folder, "data/sessions/s") };
  // Only these parts of a tool and a call have a part in it.
  const tool = { name: "probe", backend: { kind: "command" }, origin: { format: "whitelist" } };
  const resolved = { call: { id: callId, delegated: false }, tool, session } as unknown as AdmittedCall;
  const plan = {
    kind: "command",
    argv,
    cwd: workspace,
    environment: [],
    fixedEnvironment: {},
    sealedEnvironment: [],
    // Probes are written in JavaScript, too, and the Node.js of this run may stand anywhere.
    paths: [{ param: "", candidate: process.execPath, resolved: realpathSync(process.execPath) }],
  } as unknown as CommandPlan;
  const ground = { config, sandbox, home: config.home, protectedFolders };
  const planned = planSandbox(resolved, plan, ground);
  if (planned === undefined) throw new Error("nothing was planned");
  const admitted = { ...resolved, plan: { ...plan, sandbox: planned } } as AdmittedCall;
  const place = toConfinedPlace(admitted, config, protectedFolders);
  return sandbox.confine(argv, planned, { ...place, proxySocket: how.proxySocket ?? null });
}

function toConfig(
  folder: string,
  { profile, limits = {}, network = { kind: "none" }, writable = [], atHome = false }: Confined,
): Config {
  const workspace = path.join(folder, "ws");
  const row = {
    tool: "probe",
    profile,
    writable,
    readable: [],
    network,
    limits: { ...NO_RESOURCE_LIMITS, ...limits },
    onlyNarrows: false,
    source: "test",
  };
  return {
    workspace,
    workspaceRoots: [workspace],
    configFile: path.join(workspace, "toolgate.toml"),
    home: atHome ? workspace : path.join(folder, "home"),
    toolFolders: [{ folder: path.join(workspace, "tools"), layer: "project" }],
    cedar: { files: [] },
    scope: { file: null },
    packs: { fsDeny: [] },
    output: { evidence: { folder: path.join(folder, "evidence") } },
    sandbox: {
      engine: "bubblewrap",
      image: null,
      default: "none",
      defaultForLines: "workspace",
      fallback: "refuse",
      limits: NO_RESOURCE_LIMITS,
      tools: [row],
    },
  } as unknown as Config;
}
