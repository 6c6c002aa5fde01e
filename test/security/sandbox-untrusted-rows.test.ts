import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTrustedProgram } from "../../src/sandbox/find-trusted-program.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { toolText, withoutTrust, writeUser } from "./tools.fixture.ts";

let workspace: TestWorkspace;
beforeEach(() => (workspace = createTestWorkspace()));
afterEach(() => workspace.remove());

/** How a person's own tool is confined in a folder that nobody trusts. */
async function confined(project: string, own: string): Promise<unknown> {
  writeUser(workspace, "toolgate.toml", '[permissions]\nallow = ["mine"]\n');
  writeUser(workspace, "tools/mine.toml", toolText("mine", "/bin/true", [], own));
  workspace.write("toolgate.toml", project);
  const gateway = await workspace.open({ env: withoutTrust(workspace) });
  const outcome = await gateway.call("mine");
  return outcome.evidence?.sandbox ?? outcome.error;
}

describe.skipIf(findTrustedProgram("bwrap", []) === null)("rows of a project that nobody trusts", () => {
  const row = (text: string): string => `[[sandbox.tools]]\ntool = "*"\n${text}\n`;
  const OWN = '[sandbox]\nprofile = "workspace"\nnetwork = ["example.com"]\ncpu_seconds = 5';
  it.each<[string, string]>([
    ["no confinement", row('profile = "none"')],
    ["a laxer default", '[sandbox]\ndefault = "none"\ndefault_for_lines = "none"\nfallback = "none"'],
    ["all of the network", row("network = true")],
    ["places to write", row('writable = ["/var/tmp/elsewhere", "~/other"]')],
    ["places to read", row('readable = ["~/.ssh"]')],
    ["higher limits", row("cpu_seconds = 500\nmemory_mb = 900000")],
    ["another engine", '[sandbox]\nengine = "docker"\nimage = "evil"'],
    ["private addresses", '[network]\nprivate = ["127.0.0.1"]'],
  ])("grant no tool of a person %s", async (_what, project) => {
    expect(await confined(project, OWN)).toMatchObject({
      profile: "workspace",
      engine: "bubblewrap",
      image: null,
      writable: [workspace.folder, expect.stringContaining(workspace.dataFolder) as string],
      readable: [],
      network: { kind: "hosts", hosts: ["example.com"] },
      limits: { cpuSeconds: 5 },
    });
  });

  it("take away what they say", async () => {
    const project = row('profile = "read-only"\nnetwork = ["other.example"]\ncpu_seconds = 2');
    expect(await confined(project, OWN)).toMatchObject({
      profile: "read-only",
      writable: [],
      network: { kind: "none" },
      limits: { cpuSeconds: 2 },
    });
  });
});
