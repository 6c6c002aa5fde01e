import { afterEach, describe, expect, it } from "vitest";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import type { TestWorkspace } from "../../support/workspace.ts";

const SAY = `name = "say"
description = "Say"
kind = "command"
binary = "printf"
args = ["{{text}}"]
[params.text]
type = "text"
`;

let workspace: TestWorkspace | null = null;
afterEach(async () => {
  await workspace?.remove();
});

function open(policies: string): Promise<Awaited<ReturnType<TestWorkspace["open"]>>> {
  workspace = createTestWorkspace({ tools: { say: SAY }, config: '[cedar]\ndefault = "deny"\n' });
  workspace.write("policies/all.cedar", policies);
  return workspace.open();
}

describe("calls under Cedar policies", () => {
  it("run where one permits them, judged by their arguments and by what the session did before", async () => {
    const gateway = await open(
      'permit (principal, action, resource) when { resource.tool_name == "say" && resource.interaction_count < 2 };\n' +
        '@id("no-secrets") forbid (principal, action, resource) when { resource.args has text && resource.args.text == "secret" };\n',
    );
    expect((await gateway.call("say", { text: "secret" })).error?.message).toContain("no-secrets");
    expect((await gateway.call("say", { text: "a" })).status).toBe("success");
    expect((await gateway.call("say", { text: "b" })).status).toBe("success");
    expect((await gateway.call("say", { text: "c" })).error?.code).toBe("DENIED");
    expect((await gateway.call("session.status")).error?.code).toBe("DENIED");
  });

  it("ask where one permits them once a human has approved", async () => {
    const gateway = await open(
      "permit (principal, action, resource) when { context has human_approved && context.human_approved };\n",
    );
    const call = gateway.call("say", { text: "a" });
    const { control } = gateway.runtime;
    const asked = await until(async () => (await control.approvals.listPending()).at(0), "a question");
    await control.answer(asked.id, "approve", await control.owner(), null);
    expect((await call).status).toBe("success");
  });

  it("are all denied while policies cannot be read, and say where", async () => {
    const gateway = await open("permit (principal, action, resource) when { resource.tool_nam == 1 };\n");
    const { error } = await gateway.call("say", { text: "a" });
    expect(error?.code).toBe("DENIED");
    expect(error?.message).toMatch(/all\.cedar:1/);
  });
});
