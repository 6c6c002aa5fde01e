import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { NO_RESOURCE_LIMITS } from "../../src/model/sandbox.ts";
import { createProcessRunner } from "../../src/process/create-process-runner.ts";
import { createProbe } from "../../src/sandbox/create-probe.ts";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { findTrustedProgram } from "../../src/sandbox/find-trusted-program.ts";

/** Whatever image is there already: nothing is downloaded. It needs a shell. */
function findEngine(): { readonly engine: "docker" | "podman"; readonly image: string } | null {
  for (const engine of ["docker", "podman"] as const) {
    const file = findTrustedProgram(engine, []);
    if (file === null) continue;
    const { status, stdout } = spawnSync(file, ["image", "ls", "--format", "{{.Repository}}:{{.Tag}}"], {
      encoding: "utf8",
      timeout: 10_000,
    });
    const image = stdout.split("\n").find((line) => line !== "" && !line.includes("<none>"));
    if (status === 0 && image !== undefined) return { engine, image };
  }
  return null;
}

const found = findEngine();

describe.skipIf(found === null)("a container (skipped where no engine answers, or it has no image)", () => {
  it("shows the workspace as /workspace, keeps its rules, and has no network", async () => {
    const { engine, image } = found ?? { engine: "docker", image: "" };
    const runner = createProcessRunner();
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-container-")));
    writeFileSync(path.join(folder, "toolgate.toml"), "# rules\n");
    const sandbox = createSandbox({ config: { engine, image }, workspaceRoots: [folder], probe: createProbe(runner) });
    await sandbox.prepare();
    expect(sandbox.state).toMatchObject({ ok: true, engine });
    const script =
      "pwd; id -u; echo x > made; echo x > toolgate.toml; echo x > /etc/x; ls /sys/class/net; printenv TOKEN";
    const confined = sandbox.confine(
      ["/bin/sh", "-c", script],
      {
        profile: "workspace",
        engine,
        image,
        writable: [folder],
        readable: [],
        network: { kind: "none" },
        limits: { ...NO_RESOURCE_LIMITS, processes: 32 },
      },
      {
        callId: `container-${process.pid}`,
        cwd: folder,
        visible: [],
        hidden: [],
        fixed: [path.join(folder, "toolgate.toml")],
        guarded: [folder],
        environment: ["TOKEN"],
        proxySocket: null,
      },
    );
    const result = await runner.run({
      callId: `container-${process.pid}`,
      argv: confined.argv,
      cwd: confined.cwd,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", TOKEN: "handed-on", ...confined.env },
      timeoutMs: 60_000,
      maxStdoutBytes: 10_000,
      maxStderrBytes: 10_000,
      stream: false,
    });
    await runner.close();
    const lines = Buffer.from(result.stdout).toString().split("\n");
    expect(lines).toEqual(["/workspace", String(process.getuid?.()), "lo", "handed-on", ""]);
    expect(readFileSync(path.join(folder, "made"), "utf8")).toBe("x\n");
    expect(readFileSync(path.join(folder, "toolgate.toml"), "utf8")).toBe("# rules\n");
  }, 90_000);
});
