import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkDataFolder } from "./check-data-folder.ts";
import { checkLeftovers } from "./check-leftovers.ts";
import { checkNode, checkSearchPath } from "./check-machine.ts";

const makeFolder = (): string => mkdtempSync(path.join(os.tmpdir(), "toolgate-doctor-"));

describe("checkNode", () => {
  it.each([
    ["20.20.2", "fail"],
    ["22.21.0", "fail"],
    ["22.22.0", "ok"],
    ["24.0.1", "ok"],
  ])("%s is %s", (version, level) => {
    expect(checkNode(version).level).toBe(level);
  });
});

describe("checkSearchPath", () => {
  it.each([
    ["/usr/bin:.", "warn"],
    ["/usr/bin:", "warn"],
    ["bin:/usr/bin", "warn"],
    ["/usr/bin:/bin", "ok"],
  ])("%j gives %s", (value, level) => {
    expect(checkSearchPath(value)[0]?.level).toBe(level);
  });

  it("fails on a folder that anybody can write, sticky or not", () => {
    const folder = makeFolder();
    chmodSync(folder, 0o1777);
    expect(checkSearchPath(`/usr/bin:${folder}`)).toMatchObject([{ level: "fail" }]);
  });
});

describe("checkDataFolder", () => {
  it("passes a private folder, and names what is open or a link", () => {
    const folder = makeFolder();
    writeFileSync(path.join(folder, "toolgate.db"), "", { mode: 0o600 });
    expect(checkDataFolder(folder)).toMatchObject([{ level: "ok" }]);
    chmodSync(path.join(folder, "toolgate.db"), 0o640);
    symlinkSync("/etc/passwd", path.join(folder, "approver.key"));
    const findings = checkDataFolder(folder);
    expect(findings.map(({ level }) => level)).toEqual(["fail", "fail"]);
    expect(findings.map(({ message }) => message).join()).toMatch(
      /approver\.key is a link.*toolgate\.db is open to others \(640\)/,
    );
  });
});

describe.runIf(process.platform === "linux")("checkLeftovers", () => {
  it("names a process of a call that is over, and none of others", async () => {
    const callId = `test-${process.pid}`;
    const child = spawn("sleep", ["60"], { env: { TOOLGATE_CALL: callId } });
    await new Promise((resolve) => child.once("spawn", resolve));
    try {
      const finding = await checkLeftovers((id) => Promise.resolve(id === callId));
      expect(finding.level).toBe("warn");
      expect(finding.message).toContain(`: ${child.pid}`);
      expect((await checkLeftovers(() => Promise.resolve(false))).level).toBe("ok");
    } finally {
      child.kill("SIGKILL");
    }
  });
});
