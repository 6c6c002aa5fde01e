import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** The built copy under test; another one, such as an unpacked tarball, can be named. */
const ROOT = process.env["TOOLGATE_TEST_ROOT"] ?? path.resolve(import.meta.dirname, "../../..");
export const LAUNCHER: string = path.join(ROOT, "bin/toolgate.js");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  /** Resolves with everything written so far to the stream, once it matches. */
  seen(stream: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
}

export interface Workspace {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes a file of the workspace. */
  write(name: string, text: string, mode?: number): void;
  /** Runs the real launcher to its end. */
  run(args: readonly string[], options?: { input?: string; cwd?: string }): Promise<Ended>;
  /** The same, parsed: for `--json`. */
  json(args: readonly string[]): Promise<unknown>;
  start(args: readonly string[], options?: { cwd?: string }): Started;
}

/** An empty folder with a Toolgate home of its own. Nothing is trusted in it yet. */
export function createWorkspace(): Workspace {
  if (!existsSync(path.join(ROOT, "dist/cli/main.js"))) throw new Error("run `npm run build` first: dist/ is missing");
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "toolgate-cli-")));
  const folder = path.join(base, "work");
  mkdirSync(folder);
  const { PATH, LANG } = process.env;
  const env = { PATH, LANG, HOME: base, TOOLGATE_HOME: path.join(base, "home"), TERM: "xterm-256color" };
  const start: Workspace["start"] = (args, options = {}) =>
    startProcess([LAUNCHER, ...args], options.cwd ?? folder, env);
  const run: Workspace["run"] = (args, options = {}) => {
    const started = start(args, options);
    started.child.stdin?.end(options.input ?? "");
    return started.ended;
  };
  return {
    folder,
    env,
    start,
    run,
    json: async (args) => JSON.parse((await run([...args, "--json"])).stdout) as unknown,
    write: (name, text, mode = 0o644) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text, { mode });
    },
  };
}

/** A workspace with the tools below, trusted. */
export async function createToolWorkspace(): Promise<Workspace> {
  const workspace = createWorkspace();
  workspace.write("toolgate.toml", '[permissions]\nallow = ["say", "slow", "paint"]\n');
  for (const [name, lines] of Object.entries(TOOLS)) workspace.write(`tools/${name}.toml`, toManifest(name, lines));
  const { code, stderr } = await workspace.run(["trust", "--yes"]);
  if (code !== 0) throw new Error(`the workspace is not trusted: ${stderr}`);
  return workspace;
}

/** Small real programs: one that answers, one that asks first, one that takes long, one with hostile output. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  say: ['binary = "printf"', 'args = ["%s\\\\n", "{{text}}"]', 'effect = "read"', "[params.text]", 'type = "text"'],
  ask: ['binary = "printf"', 'args = ["%s\\\\n", "{{text}}"]', "[params.text]", 'type = "text"'],
  slow: ['binary = "sleep"', 'args = ["30"]'],
  paint: ['binary = "printf"', 'args = ["\\\\033]0;owned\\\\007\\\\033[31mred\\\\n"]'],
};

function toManifest(name: string, lines: readonly string[]): string {
  return [`name = "${name}"`, `description = "Test tool ${name}."`, 'kind = "command"', ...lines, ""].join("\n");
}

/** Runs Node with these arguments. */
export function startProcess(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, args, { cwd, env, stdio: "pipe" });
  const text = { stdout: "", stderr: "" };
  const watchers = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
      for (const look of watchers) look();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...text }));
  });
  return {
    child,
    ended,
    seen: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(text[stream]);
          if (found === null) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without ${String(pattern)}: ${JSON.stringify(text)}`)));
      }),
  };
}
