import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NO_RESOURCE_LIMITS } from "../../../model/sandbox.ts";
import { createProcessRunner } from "../../../process/create-process-runner.ts";
import type { ProcessResult, ProcessRunner } from "../../../process/process-runner.ts";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { createParserRunner } from "./run-parser.ts";

let runner: ProcessRunner;
let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  runner = createProcessRunner();
  sandbox = createSandbox({
    config: { engine: "bubblewrap", image: null },
    workspaceRoots: [],
    probe: ([program = "", ...args]) => {
      const { status: code, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
      return Promise.resolve({ code, stdout, stderr });
    },
  });
  await sandbox.prepare();
});
afterAll(() => runner.close());
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-parser-test-")));
  for (const name of [
    "workspace",
    "workspace/scripts",
    "scratch",
    "scratch/work",
    "data",
    "home",
    "home/.ssh",
    "home/bin",
  ])
    mkdirSync(path.join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string): string => path.join(folder, name);

async function run(
  script: string,
  name = "workspace/scripts/parse",
): Promise<{ readonly said: string; readonly result: ProcessResult }> {
  const program = inFolder(name);
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  writeFileSync(inFolder("scratch/output"), "raw output");
  const config = {
    workspaceRoots: [inFolder("workspace")] as const,
    home: inFolder("home"),
    sandbox: {
      engine: "bubblewrap",
      image: null,
      default: "workspace",
      defaultForLines: "workspace",
      fallback: "refuse",
      limits: NO_RESOURCE_LIMITS,
      tools: [],
    },
  } as const;
  const runParser = createParserRunner({
    runner,
    sandbox,
    config: config,
    hidden: [inFolder("data")],
    searchPath: "/usr/bin:/bin",
    logFailure: () => undefined,
    logMovedAside: () => undefined,
  });
  const request = {
    callId: "call-1",
    program: { param: "", candidate: program, resolved: program },
    rawFile: inFolder("scratch/output"),
    folder: inFolder("scratch/work"),
    timeoutMs: 5000,
  };
  const result = await runParser(request, new AbortController().signal);
  return { said: Buffer.from(result.stdout).toString(), result };
}

describe("a parser program inside its confinement", () => {
  it("reads the output and what lies beside it, and works in a folder of its own", async (context) => {
    if (!sandbox.state.ok) return context.skip(sandbox.state.reason);
    writeFileSync(inFolder("workspace/scripts/table.txt"), "table");
    const { said, result } = await run('cat "$1" "$(dirname "$0")/table.txt"; pwd; touch mine && ls');
    expect(said).toBe(`raw outputtable${inFolder("scratch/work")}\nmine\n`);
    expect(result.end).toEqual({ kind: "exited", exitCode: 0 });
  });

  it.each([
    ["the workspace", "workspace/.env"],
    ["Toolgate's own files", "data/approver.key"],
    ["the folder of another call", "elsewhere"],
  ])("does not see %s", async (_what, name) => {
    if (!sandbox.state.ok) return;
    writeFileSync(inFolder(name), "not for it");
    const { said } = await run(`cat ${inFolder(name)} 2>/dev/null; ls /root /home 2>/dev/null; echo end`);
    expect(said).toBe("end\n");
  });

  it.each(["home/parse", "home/bin/parse"])("does not see what a person keeps around %s", async (name) => {
    if (!sandbox.state.ok) return;
    writeFileSync(inFolder("home/.ssh/id_ed25519"), "not for it");
    writeFileSync(inFolder("home/notes.txt"), "not for it");
    const { said } = await run(`cd ${inFolder("home")} && cat .ssh/* notes.txt 2>/dev/null; echo end`, name);
    expect(said).toBe("end\n");
  });

  it("changes nothing outside: neither itself, nor the output, nor a neighbour", async () => {
    if (!sandbox.state.ok) return;
    await run(
      `echo forged > "$0"; echo forged > "$1"; echo forged > ${inFolder("workspace/new")}; rm -rf ${inFolder("workspace")}`,
    );
    expect(existsSync(inFolder("workspace/new"))).toBe(false);
    expect(readdirSync(inFolder("workspace/scripts"))).toEqual(["parse"]);
    expect(spawnSync("cat", [inFolder("scratch/output")], { encoding: "utf8" }).stdout).toBe("raw output");
  });

  it("reaches no network, not even this machine's", async () => {
    if (!sandbox.state.ok) return;
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { said } = await run(`bash -c 'echo x > /dev/tcp/127.0.0.1/${port}' 2>/dev/null || echo refused`);
    server.close();
    expect(said).toBe("refused\n");
    expect(connections).toBe(0);
  });

  it("leaves no process behind", async () => {
    if (!sandbox.state.ok) return;
    const { result } = await run("setsid sleep 300 & setsid setsid sleep 301 & echo '{}'");
    expect(result.end.kind).toBe("exited");
    expect(spawnSync("pgrep", ["-f", "sleep 30[01]$"], { encoding: "utf8" }).stdout).toBe("");
  });
});
