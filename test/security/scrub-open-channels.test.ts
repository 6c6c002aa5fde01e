import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { SAY } from "./tools.fixture.ts";

const REGISTERED = "blue harbour, seventh quay";
const TOKEN = ["ghp", "k7Qz2Mw9Xp4R".repeat(3)].join("_");

let workspace: TestWorkspace;
let gateway: TestGateway;

beforeEach(async () => {
  workspace = createTestWorkspace({ config: '[sandbox]\nfallback = "none"\n', tools: { say: SAY } });
  gateway = await workspace.open();
  const { control } = gateway.runtime;
  expect(await control.scrub.add({ value: REGISTERED, note: null }, await control.owner())).toMatchObject({ ok: true });
});

afterEach(() => workspace.remove());

describe.each([REGISTERED, TOKEN])("%s", (secret) => {
  it("is not in the name that a refused call is answered with", async () => {
    expect(JSON.stringify(await gateway.call(secret, {}))).not.toContain(secret);
  });

  it("is not in the plan or the refusal that explaining and dry-running show", async () => {
    for (const [tool, args] of [
      ["say", { t: secret }],
      ["say", { [secret]: 1 }],
      [secret, {}],
    ] as const) {
      const explained = await gateway.runtime.explain({ entry: "library", tool, args, caller: gateway.agent });
      expect(JSON.stringify(explained)).not.toContain(secret);
    }
  });

  it("is not in the record of what an operator did", async () => {
    const { control } = gateway.runtime;
    const rule = { effect: "deny", rule: "say", layer: "user", reason: `because ${secret}` } as const;
    await control.addRule(rule, await control.owner());
    expect(JSON.stringify(await control.audit.query({ limit: 10 }))).not.toContain(secret);
  });
});

it("a token is not in the log of an unexpected failure", () => {
  const log = path.resolve(import.meta.dirname, "../../src/log/log-failure.ts");
  const script = `import { logFailure } from ${JSON.stringify(log)}; logFailure("id", new Error("token ${TOKEN}"))`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(stderr).toContain("unexpected failure");
  expect(stderr).not.toContain(TOKEN);
});
