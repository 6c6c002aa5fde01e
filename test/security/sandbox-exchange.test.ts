import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/model/outcome.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createSandboxBench } from "./sandbox.fixture.ts";

const bench = await createSandboxBench();
afterAll(() => bench.close());

function tool(name: string, script: string, sandbox: string): string {
  const args = JSON.stringify(["-c", script]);
  return `name = "${name}"\ndescription = "x"\nkind = "command"\nbinary = "sh"\nargs = ${args}\n[sandbox]\n${sandbox}`;
}

describe.skipIf(!bench.sandbox.state.ok)("a place that a running program could exchange for a link", () => {
  let workspace: TestWorkspace;
  let gateway: TestGateway;

  beforeEach(async () => {
    workspace = createTestWorkspace({
      config: '[permissions]\nallow = ["*"]\n',
      tools: {
        run: tool(
          "at.run",
          "touch on; until [ -e off ]; do sleep 0.05; done; mv out away; echo $?",
          'profile = "workspace"\n',
        ),
        write: tool("at.write", "echo x > out/made; ls /proc/self/fd", 'profile = "read-only"\nwritable = ["out"]\n'),
      },
    });
    mkdirSync(path.join(workspace.folder, "out"));
    gateway = await workspace.open();
  });
  afterEach(() => workspace.remove());

  /** Has a program that may write everywhere run while something else is done; tells how its own move of the place went. */
  async function meanwhile(act: () => Promise<unknown>): Promise<string> {
    for (const name of ["on", "off"]) rmSync(path.join(workspace.folder, name), { force: true });
    const running = gateway.call("at.run");
    await until(() => existsSync(path.join(workspace.folder, "on")), "the program that runs");
    await act();
    writeFileSync(path.join(workspace.folder, "off"), "");
    return (((await running).structured ?? {}) as { stdout: string }).stdout;
  }

  it("is not put in place for another one, and is held for it by every later one", async () => {
    const write = (): Promise<Outcome> => gateway.call("at.write");
    const moved = await meanwhile(async () => expect((await write()).error?.code).toBe("PATH_CHANGED"));
    expect(moved).toBe("0\n");
    mkdirSync(path.join(workspace.folder, "out"));
    const held = await meanwhile(async () => expect((await write()).error).toBeNull());
    expect(held).toBe("1\n");
    expect(readdirSync(path.join(workspace.folder, "out"))).toEqual(["made"]);
  });

  it("does not leave what it was held by to the program", async () => {
    expect((await gateway.call("at.write")).structured).toMatchObject({ stdout: "0\n1\n2\n3\n" });
  });
});

describe.skipIf(process.platform !== "linux")("a place that is handed on open", () => {
  it("starts nothing once it is a link", async () => {
    const folder = path.join(process.cwd(), "node_modules", `.toolgate-held-${process.pid}`);
    mkdirSync(folder);
    symlinkSync("/etc", path.join(folder, "link"));
    const result = async (place: string): Promise<unknown> => {
      const { end } = await bench.runner.run({
        callId: `held-${process.pid}-${path.basename(place)}`,
        ...{ argv: ["/bin/ls", "/proc/self/fd/4/"], cwd: "/", env: {}, timeoutMs: 10_000 },
        ...{ maxStdoutBytes: 1000, maxStderrBytes: 1000, stream: false, places: [place] },
      });
      return end;
    };
    expect(await result(folder)).toEqual({ kind: "exited", exitCode: 0 });
    for (const place of [path.join(folder, "link"), path.join(folder, "link/ssl")]) {
      expect(await result(place)).toMatchObject({
        kind: "spawn-failed",
        errno: expect.stringMatching(/ESTALE|ENOENT/) as string,
      });
    }
    rmSync(folder, { recursive: true });
  });
});
