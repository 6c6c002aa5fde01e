import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTrustedProgram } from "../../src/sandbox/find-trusted-program.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { toolText } from "./tools.fixture.ts";

let workspace: TestWorkspace;
beforeEach(() => (workspace = createTestWorkspace()));
afterEach(() => workspace.remove());

const TOOL = (sandbox: string): string => toolText("look", "/bin/cat", ["a.txt"], `sandbox = { ${sandbox} }`);
const BEFORE = 'profile = "workspace"';

async function open(config: string, sandbox: string): Promise<TestGateway> {
  workspace.write("toolgate.toml", config);
  workspace.write("tools/look.toml", TOOL(sandbox));
  workspace.write("a.txt", "text\n");
  return workspace.open();
}

async function call(gateway: TestGateway): Promise<string> {
  return (await gateway.call("look", {}, { hold: false })).status;
}

async function approve({ runtime: { control } }: TestGateway): Promise<void> {
  const [approval] = await until(async () => {
    const list = await control.approvals.listPending();
    return list.length > 0 ? list : null;
  }, "an approval to be asked for");
  await control.answer(approval?.id ?? "", "approve", await control.owner(), null);
}

describe.skipIf(findTrustedProgram("bwrap", []) === null)("a yes to a confined call", () => {
  const row = (text: string): string => `[[sandbox.tools]]\ntool = "look"\n${text}\n`;
  it.each<[string, string, string, string]>([
    ["runs when nothing changed", "", BEFORE, "success"],
    ["is not for another profile", "", 'profile = "read-only"', "pending"],
    ["is not for no confinement", "", 'profile = "none"', "pending"],
    ["is not for more places", "", `${BEFORE}, writable = ["/opt/x"]`, "pending"],
    ["is not for hosts", "", `${BEFORE}, network = ["example.com"]`, "pending"],
    ["is not for other limits", "", `${BEFORE}, cpu_seconds = 9`, "pending"],
    ["is not for an operator's other profile", row('profile = "isolated"'), BEFORE, "pending"],
    ["is not for an operator's none", row('profile = "none"'), BEFORE, "pending"],
    ["is not for an operator's network", row("network = true"), BEFORE, "pending"],
    ["is not for an operator's place", row('readable = ["/opt"]'), BEFORE, "pending"],
    ["is not for an operator's limits", "[sandbox.limits]\nfile_mb = 5\n", BEFORE, "pending"],
  ])("%s", async (_what, config, sandbox, status) => {
    const first = await open("", BEFORE);
    expect(await call(first)).toBe("pending");
    await approve(first);
    await first.close();
    const second = await open(config, sandbox);
    expect(await call(second)).toBe(status);
  });
});
