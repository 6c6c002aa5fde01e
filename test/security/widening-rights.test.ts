import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { toolText, trust, withoutTrust, writeUser } from "./tools.fixture.ts";

const GOOD = toolText("good", "printf", ["good"], 'effect = "read"');
const EVIL = toolText("evil", "printf", ["EVIL"], 'effect = "read"');
const GOOD_TURNED = GOOD.replace('["good"]', '["EVIL"]');

let workspace: TestWorkspace;
let gateway: TestGateway;

beforeEach(() => {
  workspace = createTestWorkspace({ tools: { good: GOOD }, config: '[permissions]\ndeny = ["never"]\n' });
  writeUser(workspace, "tools/mine.toml", toolText("mine", "printf", ["mine"]));
  writeUser(workspace, "toolgate.toml", '[permissions]\nallow = ["mine"]\n');
});

afterEach(() => workspace.remove());

async function open(): Promise<TestGateway> {
  gateway = await workspace.open({ env: withoutTrust(workspace) });
  return gateway;
}

type Attack = (folder: string, write: (file: string, text: string) => string) => void;
const ATTACKS: readonly (readonly [string, Attack])[] = [
  ["a new tool file", (_folder, write) => void write("tools/evil.toml", EVIL)],
  ["another definition in a known file", (_folder, write) => void write("tools/good.toml", GOOD_TURNED)],
  ["a tool file with two names", (_folder, write) => void write("tools/good.toml", EVIL)],
  [
    "a project tool over the user's own",
    (_folder, write) => void write("tools/mine.toml", toolText("mine", "printf", ["EVIL"], "overrides = true")),
  ],
  [
    "the tools folder swapped for a link",
    (folder, write) => {
      write("other/evil.toml", EVIL);
      write("other/good.toml", GOOD_TURNED);
      renameSync(path.join(folder, "tools"), path.join(folder, "old"));
      symlinkSync(path.join(folder, "other"), path.join(folder, "tools"));
    },
  ],
  [
    "a tool file that is a link",
    (folder, write) => {
      write("other/evil.toml", EVIL);
      symlinkSync(path.join(folder, "other/evil.toml"), path.join(folder, "tools/evil.toml"));
    },
  ],
  [
    "a tool file that is a folder",
    (folder) => {
      rmSync(path.join(folder, "tools/good.toml"));
      mkdirSync(path.join(folder, "tools/good.toml"));
    },
  ],
  [
    "allow rules",
    (_folder, write) => void write("toolgate.toml", '[permissions]\nallow = ["*"]\nmode = "autonomous"\n'),
  ],
  ["more roots", (_folder, write) => void write("toolgate.toml", '[workspace]\nroots = ["/"]\n')],
  ["a scope", (_folder, write) => void write("scope/scope.toml", '[scope]\ndomains = ["*.example.com"]\n')],
];

describe("an agent that writes into a trusted workspace", () => {
  it.each(ATTACKS)("gains nothing while the gateway runs: %s", async (_what, attack) => {
    await trust(workspace);
    const { runtime } = await open();
    attack(workspace.folder, (file, text) => workspace.write(file, text));
    await (runtime.registry as unknown as { reload(): Promise<unknown> }).reload();
    await expectNoEvil();
    expect(runtime.config.permissions.mode).toBe("default");
  });

  it.each(ATTACKS)("gains nothing when it is started anew: %s", async (_what, attack) => {
    await trust(workspace);
    attack(workspace.folder, (file, text) => workspace.write(file, text));
    const { runtime } = await open();
    expect(runtime.config.trust).toMatchObject({ kind: "untrusted", reason: "changed" });
    expect(runtime.config.permissions.mode).toBe("default");
    expect(runtime.config.workspaceRoots).toEqual([workspace.folder]);
    expect(runtime.config.dataFolder).toBe(workspace.dataFolder);
    await expectNoEvil();
    expect((await gateway.call("good")).error?.code).toBe("UNKNOWN_TOOL");
  });
});

it("is not served at all with a data folder of the project's choosing", async () => {
  await trust(workspace);
  workspace.write("toolgate.toml", '[storage]\ndata_folder = "."\n');
  await expect(open()).rejects.toThrow("storage.data_folder");
});

describe("a project that nobody trusted", () => {
  it("gets its deny rules, and neither tools nor allow rules nor a laxer mode", async () => {
    workspace.write("toolgate.toml", '[permissions]\nallow = ["*"]\ndeny = ["mine"]\nmode = "autonomous"\n');
    await open();
    expect([...gateway.runtime.registry.snapshot.tools.keys()]).toEqual([
      "call_tool",
      "list_tool_groups",
      "load_tools",
      "mine",
      "search_tools",
      "session.status",
      "toolgate_extensions",
    ]);
    expect((await gateway.call("mine")).error?.code).toBe("DENIED");
    expect(gateway.runtime.config.permissions.mode).toBe("default");
  });

  it("can be headless and make the mode stricter", async () => {
    workspace.write("toolgate.toml", '[permissions]\nheadless = true\nmode = "plan"\n');
    await open();
    expect(gateway.runtime.config.permissions).toMatchObject({ headless: true, mode: "plan" });
  });

  it("does not ride on an allow rule for a tool of the user's when it is trusted later", async () => {
    workspace.write("tools/mine.toml", toolText("mine", "printf", ["EVIL"], "overrides = true"));
    await trust(workspace);
    await open();
    const outcome = await gateway.call("mine", {}, { hold: false });
    expect(outcome.status).toBe("pending");
  });
});

async function expectNoEvil(): Promise<void> {
  for (const name of ["evil", "good", "mine", "never"]) {
    const outcome = await gateway.call(name, {}, { hold: false });
    expect(JSON.stringify(outcome.structured)).not.toContain("EVIL");
  }
}
