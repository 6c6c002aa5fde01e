import { afterEach, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace | null = null;
afterEach(async () => {
  await workspace?.remove();
});

/** A tool that somebody made of a command line. */
async function effectOf(command: string, config: string): Promise<string | undefined> {
  workspace = createTestWorkspace({ config });
  const gateway = await workspace.open();
  const text = JSON.stringify({ name: "made", description: "Made of a line", command, enabled: true });
  const owner = await gateway.runtime.control.owner();
  const audience = { kind: "everybody" } as const;
  const saved = await gateway.runtime.control.tools.save(
    { text, format: "custom", audience, expectedName: null, environment: null },
    owner,
  );
  if (!saved.ok) throw new Error(saved.message);
  const call = { entry: "library", tool: "made", args: {}, caller: gateway.agent } as const;
  return (await gateway.runtime.explain(call)).decision?.code;
}

describe("a tool made of a command line", () => {
  it.each([
    ["rm -rf /etc", "DENIED_BY_PACK"],
    ["rm -r -f /etc", "DENIED_BY_PACK"],
    ["dd if=/dev/zero of=/dev/sda", "DENIED_BY_PACK"],
    ["ls sub && rm -rf /", "DENIED_BY_PACK"],
    ["ls sub", "ALLOWED_BY_MODE"],
    ["rm -rf node_modules", "ALLOWED_BY_MODE"],
  ])("%s: %s", async (command, code) => {
    expect(await effectOf(command, '[permissions]\nmode = "autonomous"\n')).toBe(code);
  });
});
