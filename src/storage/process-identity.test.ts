import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { isDead, ownIdentity, renderIdentity } from "./process-identity.ts";

const own = ownIdentity();

describe("isDead", () => {
  it.each<[string, string, boolean]>([
    ["this process", renderIdentity(own), false],
    [
      "a pid that is used again by another process",
      renderIdentity({ ...own, startTime: "1" }),
      process.platform === "linux",
    ],
    ["a process of this host before its last start", renderIdentity({ ...own, bootId: "other" }), own.bootId !== null],
    ["a process of another host", renderIdentity({ ...own, host: "other", bootId: "other", pid: 2 ** 22 + 1 }), false],
    ["a pid that cannot be", renderIdentity({ ...own, pid: 2 ** 22 + 1 }), true],
    ["text that is no identity", "x", false],
    ["a group of processes", renderIdentity({ ...own, pid: -1 }), false],
    ["every process", renderIdentity({ ...own, pid: 0 }), false],
  ])("judges %s", (_name, stored, expected) => {
    expect(isDead(stored, own)).toBe(expected);
  });

  it("knows a process that ended from one that lives", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    await once(child, "spawn");
    const stored = renderIdentity({ ...own, pid: child.pid ?? 0, startTime: null });
    expect(isDead(stored, own)).toBe(false);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isDead(stored, own)).toBe(true);
  });
});
