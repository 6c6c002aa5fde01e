import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTrustedProgram } from "../../src/sandbox/find-trusted-program.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { toolText } from "./tools.fixture.ts";

let workspace: TestWorkspace;
let elsewhere: TestWorkspace;
let gateway: TestGateway;

/** The workspace is below `/tmp`, where every program has its own folder; so is the link. */
beforeEach(async () => {
  elsewhere = createTestWorkspace();
  const program = link("first", "/bin/cat");
  workspace = createTestWorkspace({
    config: '[permissions]\nallow = ["*"]\n',
    tools: Object.fromEntries(
      PROFILES.map((profile) => [
        profile,
        toolText(profile, program, ["a.txt"], `sandbox = { profile = "${profile}" }`),
      ]),
    ),
  });
  workspace.write("a.txt", "read by cat\n");
  gateway = await workspace.open();
});
afterEach(async () => {
  await workspace.remove();
  await elsewhere.remove();
});

const PROFILES = ["read-only", "workspace", "isolated"] as const;

/** Two links one behind the other, in folders of their own. */
function link(name: string, target: string): string {
  const folder = path.join(elsewhere.folder, name);
  mkdirSync(folder);
  symlinkSync(target, path.join(folder, "middle"));
  symlinkSync("middle", path.join(folder, "cat"));
  return path.join(folder, "cat");
}

describe.skipIf(findTrustedProgram("bwrap", []) === null)("a program behind links that are out of sight", () => {
  it.each(PROFILES)("is started in profile %s", async (profile) => {
    const outcome = await gateway.call(profile);
    expect(outcome.structured).toMatchObject({ stdout: "read by cat\n", exitCode: 0 });
  });

  it("is started as a part of a script", async () => {
    const program = link("second", "/bin/cat");
    const text = JSON.stringify({
      name: "both",
      description: "d",
      command: `${program} a.txt | ${program} && ${program} a.txt`,
      parameters: { type: "object", properties: {}, additionalProperties: false },
    });
    const request = {
      text,
      format: "custom",
      audience: { kind: "everybody" },
      environment: {},
      expectedName: null,
    } as const;
    const saved = await gateway.runtime.control.tools.save(request, await gateway.runtime.control.owner());
    expect(saved).toMatchObject({ ok: true });
    expect((await gateway.call("both")).structured).toMatchObject({ stdout: "read by cat\n".repeat(2) });
  });
});
