import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { fixtureFile } from "../run.fixture.ts";
import { parseCallMarker, readCallMarker } from "./marker.ts";

describe("parseCallMarker", () => {
  it.each([
    ["TOOLGATE_CALL=a\0", "a"],
    ["PATH=/bin\0TOOLGATE_CALL=a=b\0HOME=/\0", "a=b"],
    ["PATH=/bin\0TOOLGATE_CALL=a", "a"],
    ["TOOLGATE_CALL=\0", ""],
    ["NOT_TOOLGATE_CALL=a\0", undefined],
    ["X=TOOLGATE_CALL=a\0", undefined],
    ["TOOLGATE_CALLS=a\0", undefined],
    ["", undefined],
  ])("reads %j", (environ, expected) => {
    expect(parseCallMarker(environ)).toBe(expected);
  });
});

describe.skipIf(process.platform !== "linux")("readCallMarker", () => {
  it("finds the marker of a process that changes its program all the time", async () => {
    const child = spawn("/bin/sh", [fixtureFile("exec-without-end.sh")], {
      env: { PATH: "/usr/bin:/bin", TOOLGATE_CALL: "x" },
      stdio: "ignore",
    });
    await once(child, "spawn");
    const seen = Array.from({ length: 20_000 }, () => readCallMarker(child.pid ?? 0));
    child.kill("SIGKILL");
    expect(new Set(seen)).toEqual(new Set(["x"]));
  });

  it("is not held up by processes without an environment, or the kernel's, or by none", async () => {
    const child = spawn("/bin/sleep", ["60"], { env: {}, stdio: "ignore" });
    await once(child, "spawn");
    const seen = [child.pid ?? 0, 2, 2 ** 30].map(readCallMarker);
    child.kill("SIGKILL");
    expect(seen).toEqual([undefined, undefined, undefined]);
  });
});
