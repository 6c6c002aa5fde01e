import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineTool } from "../../src/library/define-tool.ts";
import { toAbilities } from "../../src/model/client-capabilities.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import type { Answer } from "../../src/model/question.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const asks = defineTool({
  name: "asks",
  description: "Asks its client",
  handler: async (_, { ask }) => ({ said: (await ask?.({ kind: "roots" })) ?? null }),
});
const quick = defineTool({ name: "quick", description: "Does nothing", handler: () => null });

let workspace: TestWorkspace;
let gateway: TestGateway;
beforeAll(async () => {
  workspace = createTestWorkspace({ config: '[permissions]\nallow = ["*"]\n[limits]\nmax_concurrent_calls = 3\n' });
  gateway = await workspace.open({ tools: [asks, quick] });
});
afterAll(() => workspace.remove());

describe("calls whose client lets every question wait", () => {
  const waiting: ((answer: Answer) => void)[] = [];
  const client = toAbilities({ roots: {} });
  const ask = (): Promise<Answer> => new Promise((resolve) => waiting.push(resolve));
  const call = (): Promise<Outcome> => gateway.call("asks", {}, { entry: "mcp-http", ask, client });

  it("take no room from other calls, ask at most twenty questions at once, and go on when they are answered", async () => {
    const calls: Promise<Outcome>[] = [];
    for (let turn = 1; turn <= 20; turn += 1) {
      calls.push(call());
      await expect.poll(() => waiting).toHaveLength(turn);
    }
    expect(await gateway.call("quick")).toMatchObject({ status: "success" });
    expect(await call()).toMatchObject({
      status: "success",
      structured: { said: { action: "decline" } },
      evidence: { unasked: 1 },
    });
    expect(waiting).toHaveLength(20);
    waiting.pop()?.({ action: "accept", content: { roots: [] } });
    await expect.poll(() => Promise.race([...calls, Promise.resolve(null)])).toMatchObject({ status: "success" });
    calls.push(call());
    await expect.poll(() => waiting).toHaveLength(20);
    for (const answer of waiting) answer({ action: "decline" });
    for (const { status } of await Promise.all(calls)) expect(status).toBe("success");
  });
});
