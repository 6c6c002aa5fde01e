import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditLog } from "../../src/audit/audit-log.ts";
import type { Gate } from "../../src/call/gate.ts";
import { handleCall } from "../../src/call/handle-call.ts";
import { createGate } from "../../src/wiring/create-gate.ts";
import { createParts } from "../../src/wiring/create-parts.ts";
import { loadSetup } from "../../src/setup/load-setup.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import { toolText, trust, withoutTrust } from "./tools.fixture.ts";

const TOUCH = toolText("touch", "touch", ["--", "{{f}}"], '[params.f]\ntype = "path"');
const ASKS = toolText("asks", "touch", ["asked"], 'effect = "read"\nhuman_approval = true');

let workspace: TestWorkspace;
let gateway: TestGateway;
let closers: (() => Promise<void>)[] = [];

beforeEach(() => {
  workspace = createTestWorkspace({
    tools: { touch: TOUCH, asks: ASKS },
    config: '[permissions]\nallow = ["touch"]\n',
  });
});

afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
  await workspace.remove();
});

/** A gate of its own, in which one part does what no part should. */
async function openGate(change: (gate: Gate) => Partial<Gate>): Promise<Gate> {
  const setup = await loadSetup({ cwd: workspace.folder, env: workspace.env });
  const wired = { ...setup, parts: "all" as const, tools: [], apis: [], callbacks: {} };
  const parts = await createParts(wired);
  closers.push(async () => {
    await parts.registry.close();
    await parts.runner.close();
    await setup.store.close();
  });
  const gate = createGate(wired, parts);
  return { ...gate, ...change(gate) };
}

const made = (name: string): boolean => existsSync(path.join(workspace.folder, name));

describe("nothing runs without a record on disk", () => {
  const fail: readonly (readonly [string, () => ReturnType<AuditLog["appendIntent"]>])[] = [
    ["cannot be written", () => Promise.resolve({ ok: false, code: "AUDIT_UNAVAILABLE", message: "disk full" })],
    ["finds the approval used up", () => Promise.resolve({ ok: false, code: "APPROVAL_STALE", message: "used" })],
    ["throws", () => Promise.reject(new Error("disk on fire"))],
  ];
  it.each(fail)("when the intent %s", async (_what, appendIntent) => {
    gateway = await workspace.open();
    const gate = await openGate(({ audit }) => ({ audit: { ...audit, appendIntent } }));
    const call = { entry: "library", tool: "touch", args: { f: "made" }, caller: gateway.agent } as const;
    const outcome = await handleCall(call, gate);
    expect(outcome.status).not.toBe("success");
    expect(outcome.evidence).toBeNull();
    expect(made("made")).toBe(false);
  });

  it("hands out no result when the outcome could not be recorded", async () => {
    gateway = await workspace.open();
    const gate = await openGate(({ audit }) => ({
      audit: {
        ...audit,
        appendOutcome: () => Promise.resolve({ ok: false, code: "AUDIT_UNAVAILABLE", message: "disk full" }),
      },
    }));
    const call = { entry: "library", tool: "touch", args: { f: "made" }, caller: gateway.agent } as const;
    expect(await handleCall(call, gate)).toMatchObject({
      status: "failed",
      structured: null,
      error: { code: "AUDIT_UNAVAILABLE" },
    });
  });

  it("runs nothing when the policy cannot be read", async () => {
    gateway = await workspace.open();
    const gate = await openGate(() => ({ currentPolicy: () => Promise.reject(new Error("database gone")) }));
    const call = { entry: "library", tool: "touch", args: { f: "made" }, caller: gateway.agent } as const;
    expect(await handleCall(call, gate)).toMatchObject({ status: "failed", error: { code: "INTERNAL" } });
    expect(made("made")).toBe(false);
  });
});

describe("deny wins", () => {
  it.each([
    ["over an allow of the same layer", { effect: "deny", rule: "touch", layer: "project" }],
    ["from a lower layer", { effect: "deny", rule: "touch", layer: "user" }],
    ["by a wildcard over a full name", { effect: "deny", rule: "t*h", layer: "user" }],
    ["for everything", { effect: "deny", rule: "*", layer: "user" }],
  ] as const)("%s", async (_what, rule) => {
    gateway = await workspace.open();
    const owner = await gateway.runtime.control.owner();
    await gateway.runtime.control.addRule({ ...rule, reason: null }, owner);
    await gateway.runtime.control.setMode("autonomous", owner);
    const outcome = await gateway.call("touch", { f: "made" });
    expect(outcome).toMatchObject({ status: "refused", error: { code: "DENIED" } });
    expect(made("made")).toBe(false);
  });

  it("lets a pause stop even what is allowed", async () => {
    gateway = await workspace.open();
    await gateway.runtime.control.setPaused({ reason: "incident" }, await gateway.runtime.control.owner());
    expect((await gateway.call("touch", { f: "made" })).error?.code).toBe("PAUSED");
  });

  it("keeps `plan` above an allow rule", async () => {
    gateway = await workspace.open({ overrides: { mode: "plan" } });
    expect((await gateway.call("touch", { f: "made" })).error?.details).toMatchObject({ decision: "DENIED_BY_MODE" });
  });
});

describe("where nobody can be asked", () => {
  it.each([
    ["the mode asks", "plain", ""],
    ["an allow rule meets human_approval", "asks", 'allow = ["*"]\n'],
    ["an ask rule meets an allow rule", "touch", 'allow = ["*"]\nask = ["touch"]\n'],
    ["`autonomous` meets human_approval", "asks", 'mode = "autonomous"\n'],
  ])("an ask is a deny: %s", async (_what, tool, rules) => {
    workspace.write("tools/plain.toml", toolText("plain", "touch", ["plain"]));
    workspace.write("toolgate.toml", `[permissions]\nheadless = true\n${rules}`);
    gateway = await workspace.open();
    const outcome = await gateway.call(tool, tool === "touch" ? { f: "asked" } : {});
    expect(outcome).toMatchObject({ status: "refused", error: { details: { decision: "DENIED_HEADLESS" } } });
    expect(made("asked")).toBe(false);
  });
});

describe("an approval fits one definition and one plan", () => {
  it.each([
    ["another value", { f: "b" }, null],
    ["another spelling of the same value", { f: "./a" }, "same"],
    ["another definition", { f: "a" }, TOUCH.replace('"--"', '"-c", "--"')],
    ["another limit", { f: "a" }, `${TOUCH}[constraints]\ntimeout_seconds = 7\n`],
    ["another description", { f: "a" }, TOUCH.replace('"d"', '"e"')],
  ])("%s", async (_what, args, change) => {
    workspace.write("toolgate.toml", "");
    await trust(workspace);
    gateway = await workspace.open({ env: withoutTrust(workspace) });
    const { control, registry } = gateway.runtime;
    const first = await gateway.call("touch", { f: "a" }, { hold: false });
    await control.answer(first.approval?.id ?? "", "approve", await control.owner(), null);
    if (change !== null && change !== "same") {
      const hash = (): string | undefined => registry.snapshot.tools.get("touch")?.definitionHash;
      const before = hash();
      workspace.write("tools/touch.toml", change);
      await trust(workspace);
      await until(() => hash() !== before, "the new definition");
    }
    const second = await gateway.call("touch", args, { hold: false });
    // What is bound is what would run: a path that leads to the same place is the same plan.
    expect(second.status).toBe(change === "same" ? "success" : "pending");
    expect(made("b")).toBe(false);
  });

  it("lets one of two processes use it", async () => {
    workspace.write("toolgate.toml", "");
    const gateways = [await workspace.open(), await workspace.open()];
    gateway = gateways[0] as TestGateway;
    const { control } = gateway.runtime;
    const asked = await gateway.call("touch", { f: "a" }, { hold: false });
    await control.answer(asked.approval?.id ?? "", "approve", await control.owner(), null);
    const calls = gateways.flatMap((each) => [1, 2, 3].map(() => each.call("touch", { f: "a" }, { hold: false })));
    const ran = (await Promise.all(calls)).filter(({ evidence }) => evidence !== null);
    expect(ran).toHaveLength(1);
  });
});
