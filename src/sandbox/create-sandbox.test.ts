import { chmodSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BARE_PLACE, BARE_SANDBOX } from "./bare.fixture.ts";
import { createSandbox } from "./create-sandbox.ts";
import { findTrustedProgram } from "./find-trusted-program.ts";
import type { SandboxProbe } from "./sandbox.ts";

const hasBwrap = existsSync("/usr/bin/bwrap");
const planned = { ...BARE_SANDBOX, profile: "workspace" } as const;

const create = (probe: SandboxProbe): ReturnType<typeof createSandbox> =>
  createSandbox({ config: { engine: "bubblewrap", image: null }, workspaceRoots: [], probe });

/** Answers like a bubblewrap of some version that fails in some way. */
const probeOf =
  (version: string, stderr: string): SandboxProbe =>
  (argv) =>
    Promise.resolve(
      argv.includes("--version")
        ? { code: 0, stdout: `bubblewrap ${version}\n`, stderr: "" }
        : { code: stderr === "" ? 0 : 1, stdout: "", stderr },
    );

describe.skipIf(!hasBwrap)("createSandbox (skipped without /usr/bin/bwrap)", () => {
  it("confines nothing before it was looked at", () => {
    const sandbox = create(probeOf("0.8.0", ""));
    expect(sandbox.state.ok).toBe(false);
    expect(() => sandbox.confine(["/bin/true"], planned, BARE_PLACE)).toThrow("not looked at yet");
  });

  it.each([
    ["0.11.0", true],
    ["0.8.0", true],
    ["1.0.0", true],
    ["0.6.1", false],
  ])("knows what version %s can do", async (version, canDisable) => {
    const sandbox = create(probeOf(version, ""));
    await sandbox.prepare();
    expect(sandbox.state).toMatchObject({ ok: true, version });
    expect(sandbox.confine(["/bin/true"], planned, BARE_PLACE).argv.includes("--disable-userns")).toBe(canDisable);
  });

  it.each([
    ["bwrap: setting up uid map: Permission denied", /AppArmor/],
    ["bwrap: No permissions to create new namespace, likely because the kernel does not allow", /max_user_namespaces/],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /\/proc is masked/],
    ["bwrap: Unknown option --x", /too old/],
    ["bwrap: something \u001b[31melse", /same failure/],
  ])("says what to do about: %s", async (stderr, hint) => {
    const sandbox = create(probeOf("0.8.0", stderr));
    await sandbox.prepare();
    const { state } = sandbox;
    expect(state).toMatchObject({ ok: false, hint: expect.stringMatching(hint) as string });
    expect(JSON.stringify(state)).not.toContain("\u001b");
  });

  it("looks once when it works, and again when it did not", async () => {
    let runs = 0;
    let stderr = "broken";
    const sandbox = create((argv) => {
      runs += 1;
      return probeOf("0.8.0", stderr)(argv);
    });
    await sandbox.prepare();
    stderr = "";
    await Promise.all([sandbox.prepare(), sandbox.prepare()]);
    await sandbox.prepare();
    expect([sandbox.state.ok, runs]).toEqual([true, 6]);
  });

  it("does not fail with the probe", async () => {
    const sandbox = create(() => Promise.reject(new Error("no runner")));
    await sandbox.prepare();
    expect(sandbox.state).toMatchObject({ ok: false, reason: expect.stringContaining("no runner") as string });
  });

  it("refuses what was planned for another engine", async () => {
    const sandbox = create(probeOf("0.8.0", ""));
    await sandbox.prepare();
    expect(() => sandbox.confine(["/bin/true"], { ...planned, engine: "docker" }, BARE_PLACE)).toThrow(
      "planned was docker",
    );
  });

  it.each(["/", "/usr"])("trusts no engine inside a workspace: %s", (root) => {
    expect(findTrustedProgram("bwrap", [root]) === null).toBe(root !== "/");
  });
});

describe("a place that was exchanged", () => {
  it.skipIf(!hasBwrap)("is not put in place", async () => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-moved-")));
    const { symlinkSync } = await import("node:fs");
    symlinkSync("/etc", path.join(folder, "out"));
    const sandbox = create(probeOf("0.8.0", ""));
    await sandbox.prepare();
    const confine = (changes: object, at: object): unknown =>
      sandbox.confine(["/bin/true"], { ...planned, ...changes }, { ...BARE_PLACE, ...at });
    const out = path.join(folder, "out");
    expect(() => confine({ writable: [out] }, {})).toThrow("leads somewhere else");
    expect(() => confine({ readable: [`${out}/ssh`] }, {})).toThrow("leads somewhere else");
    expect(() => confine({}, { cwd: out })).toThrow("leads somewhere else");
    expect(() => confine({}, { fixed: [`${out}/hosts`] })).toThrow("leads somewhere else");
  });
});

describe("a container engine", () => {
  it("is refused without an image, and where its client is missing or open to others", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "toolgate-engine-"));
    writeFileSync(path.join(folder, "docker"), "#!/bin/sh\n");
    chmodSync(path.join(folder, "docker"), 0o755);
    const sandbox = createSandbox({
      config: { engine: "podman", image: null },
      workspaceRoots: [],
      probe: () => Promise.resolve({ code: 1, stdout: "", stderr: "no service" }),
    });
    await sandbox.prepare();
    expect(sandbox.state).toMatchObject({ ok: false, engine: "podman" });
  });
});
