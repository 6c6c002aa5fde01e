import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolWorkspace } from "./workspace.fixture.ts";
import type { Ended, Started, Workspace } from "./workspace.fixture.ts";

let workspace: Workspace;
let gateway: Started;
beforeAll(async () => {
  workspace = await createToolWorkspace();
  gateway = await serve();
});
afterAll(async () => {
  gateway.child.kill("SIGKILL");
  await gateway.ended;
});

async function serve(): Promise<Started> {
  const started = workspace.start(["serve", "--port", "0", "--json"]);
  await started.seen("stdout", /^\{[^]*\n\}\n/);
  return started;
}

/** Without what is another one each time. */
function toComparable({ code, stdout, stderr }: Ended): object {
  const clean = (text: string): string =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "ID")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replace(/"durationMs": \d+(\.\d+)?/g, '"durationMs": N')
      .replace(/\d+(\.\d+)?m?s\b/g, "N s");
  return { code, stdout: clean(stdout), stderr: clean(stderr) };
}

interface Running {
  readonly tool: string;
  readonly pid: number;
}

/** The process that runs the slow tool, once it does. */
async function holder(): Promise<number> {
  let found: Running | undefined;
  await expect
    .poll(
      async () =>
        (found = ((await workspace.json(["calls", "list"])) as Running[]).find(({ tool }) => tool === "slow")),
      { timeout: 20_000 },
    )
    .toBeDefined();
  return found?.pid ?? 0;
}

describe("a call from the command line", () => {
  it.each<readonly [string, number, readonly string[]]>([
    ["succeeds", 0, ["say", "--arg", "text=hi"]],
    ["succeeds with --json", 0, ["say", "--arg", "text=hi", "--json"]],
    ["is refused", 3, ["nope"]],
    ["is refused with --json", 3, ["say", "--json"]],
    ["waits for a human", 4, ["ask", "--arg", "text=hi", "--no-wait"]],
    ["runs out of time", 1, ["slow", "--timeout", "100ms"]],
  ])("%s with exit code %i, by the gateway or not", async (_what, code, args) => {
    const [forwarded, own] = await Promise.all([
      workspace.run(["call", ...args]),
      workspace.run(["call", ...args, "--standalone"]),
    ]);
    expect(forwarded.code).toBe(code);
    expect(toComparable(forwarded)).toEqual(toComparable(own));
  });

  it.each([
    ["call by the gateway", ["call", "say", "--arg", "text=hi"]],
    ["call from here", ["call", "say", "--arg", "text=hi", "--standalone"]],
    ["client by the gateway", ["serve", "--stdio"]],
    ["client from here", ["serve", "--stdio", "--standalone"]],
    ["search", ["tools", "search", "say"]],
  ])("takes no name for a %s that nobody could tell from another", async (_what, args) => {
    for (const name of ["", "cli\u200b", "\u001b[2J"]) {
      const { code, stdout, stderr } = await workspace.run([...args, "--agent", name]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(
        /^error USAGE "[ -~]*" cannot be the name of an agent: expected [^]*\n {2}hint: choose a name/,
      );
    }
  });

  it.each([
    ["by the gateway", [], true],
    ["by itself", ["--standalone"], false],
  ] as const)("ends %s when it is interrupted, and says so", async (_what, more, isForwarded) => {
    const call = workspace.start(["call", "slow", ...more]);
    const pid = await holder();
    expect([pid === gateway.child.pid, pid === call.child.pid]).toEqual([isForwarded, !isForwarded]);
    call.child.kill("SIGINT");
    const { code, stderr } = await call.ended;
    expect(code).toBe(1);
    expect(stderr).toContain("CANCELLED");
    expect(await workspace.json(["calls", "list"])).toEqual([]);
  });

  it("is made from here where the configuration was changed since the gateway started", async () => {
    writeFileSync(path.join(workspace.folder, "other.toml"), '[permissions]\nallow = ["say"]\n');
    const named = await workspace.run(["call", "say", "--arg", "text=hi", "--config", "other.toml"]);
    expect(named.stderr).toContain("Calling from here, not by the gateway that runs: the gateway runs with another");
  });

  it("ends with an error when the gateway goes away, is not made again, and the next one is made from here", async () => {
    const call = workspace.start(["call", "slow"]);
    await holder();
    gateway.child.kill("SIGKILL");
    const { code, stdout, stderr } = await call.ended;
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/GATEWAY_LOST .*went away before it answered\n\s+hint: `toolgate audit show \S+` says/);
    const records = (await workspace.json(["audit", "list", "--tool", "slow"])) as { kind: string }[];
    // One in each test before, and this one.
    expect(records.filter(({ kind }) => kind === "intent")).toHaveLength(5);
    expect(await workspace.run(["call", "say", "--arg", "text=alone"])).toMatchObject({
      code: 0,
      stdout: "alone\n",
      stderr: "",
    });
  });
});
