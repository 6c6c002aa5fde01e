import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineTool } from "../../src/library/define-tool.ts";
import { toAbilities } from "../../src/model/client-capabilities.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const fixture = (name: string): string => new URL(`../fixtures/${name}`, import.meta.url).pathname;
const OLD = fixture("mcp-upstream/asking-legacy-stdio.mjs");
const NEW = fixture("conformance/everything-stdio.mjs");
const SECRET = "hunter2-of-the-gateway";

/** Two revisions, each with the client's model and folders, and without. */
const declare = (name: string, script: string, more: string): string =>
  `[mcp.servers.${name}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\nprefix = "${name}"\n${more}\n`;
const GIVEN = "sampling = true\nroots = true";
const CONFIG = [
  '[permissions]\nallow = ["*"]\n',
  declare("old", OLD, GIVEN),
  declare("oldkept", OLD, ""),
  declare("new", NEW, GIVEN),
  declare("newkept", NEW, ""),
].join("");

const MODEL = { role: "assistant", content: { type: "text", text: `I say ${SECRET}` }, model: "m", _meta: { x: 1 } };
const FOLDERS = { roots: [{ uri: "file:///w", name: "w", _meta: { x: 1 } }] };
const PROMPT = { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 };
const ALL = toAbilities({ elicitation: { form: {}, url: {} }, sampling: {}, roots: {} });

let workspace: TestWorkspace;
let gateway: TestGateway;
let asked: Question[] = [];
const began: string[] = [];

const needy = defineTool({
  name: "needy",
  description: "Needs a model",
  requires: ["sampling"],
  humanApproval: true,
  handler: () => void began.push("needy") as unknown as null,
});
const patient = defineTool({
  name: "patient",
  description: "Asks for longer than it may work",
  timeoutMs: 40,
  handler: async (_, { ask, client }) => ({
    said: (await ask?.({ kind: "roots" })) ?? null,
    roots: client?.roots ?? null,
  }),
});

beforeAll(async () => {
  workspace = createTestWorkspace({ config: CONFIG });
  gateway = await workspace.open({ tools: [needy, patient] });
  const { control, upstream } = gateway.runtime;
  await control.scrub.add({ value: SECRET, note: null }, await control.owner());
  await Promise.all(
    ["old", "oldkept", "new", "newkept"].map((name) => upstream.connect(name, AbortSignal.timeout(30_000))),
  );
});
afterAll(() => workspace.remove());
beforeEach(() => (asked = []));

const answerAs = (question: Question): Answer => {
  if (question.kind === "sampling") return { action: "accept", content: MODEL };
  return { action: "accept", content: question.kind === "roots" ? FOLDERS : {} };
};

function call(tool: string, args: JsonObject = {}, client: typeof ALL | undefined = ALL): Promise<Outcome> {
  const ask = (question: Question): Promise<Answer> => {
    asked.push(question);
    return Promise.resolve(answerAs(question));
  };
  return gateway.call(tool, args, { ask, client, entry: "mcp-http" });
}

const ask = (server: string, method: string, params: JsonObject, client = ALL): Promise<Outcome> =>
  call(`${server}__ask`, { method, params }, client);
const textOf = ({ content }: Outcome): string => JSON.stringify(content);

describe("a server that was given nothing", () => {
  it.each([
    ["sampling/createMessage", PROMPT],
    ["roots/list", {}],
  ])("of an older revision gets an error for %s, and nobody is asked", async (method, params) => {
    expect(textOf(await ask("oldkept", method, params))).toContain("-32601");
    expect(asked).toEqual([]);
  });

  it.each(["test_input_required_result_sampling", "test_input_required_result_list_roots"])(
    "of 2026-07-28 does not get it either: %s",
    async (tool) => {
      const outcome = await call(`newkept__${tool}`);
      expect(outcome.error).toMatchObject({
        code: "UPSTREAM_FAILED",
        message: expect.stringMatching(/= true` in \[mcp\.servers\.newkept\]/) as string,
      });
      expect(asked).toEqual([]);
    },
  );

  it("does not hear that a client could do it", async () => {
    expect(textOf(await call("oldkept__declared"))).not.toMatch(/sampling|roots/);
    expect(textOf(await call("newkept__test_input_required_result_capabilities"))).not.toContain("greeting");
    expect(asked.map(({ kind }) => kind)).toEqual(["form"]);
  });
});

describe("a server that was given the model and the folders of clients", () => {
  it("gets what the client says, without secrets and without what the protocol does not know", async () => {
    const message = textOf(await ask("old", "sampling/createMessage", { ...PROMPT, includeContext: "allServers" }));
    expect(message).toContain("I say [REDACTED]");
    expect(message).not.toMatch(/_meta|hunter2/);
    expect(textOf(await ask("old", "roots/list", {}))).toContain("file:///w");
    expect(asked).toEqual([
      { key: undefined, kind: "sampling", server: "old", params: PROMPT },
      { key: undefined, kind: "roots", server: "old" },
    ]);
  });

  it("gets it in the revision that it speaks", async () => {
    expect(textOf(await call("new__test_input_required_result_multiple_inputs"))).toContain("All have answered");
    expect(asked.map(({ kind, key }) => [kind, key])).toEqual([
      ["form", "user_name"],
      ["sampling", "greeting"],
      ["roots", "client_roots"],
    ]);
  });

  it("has neither secrets nor hidden characters reach the model", async () => {
    const text = `say ${SECRET}\u202e\u001b[31m`;
    await ask("old", "sampling/createMessage", { ...PROMPT, systemPrompt: text, messages: [toUser(text)] });
    expect(JSON.stringify(asked)).not.toMatch(/hunter2|\u202e|\\u001b\[/);
    expect(JSON.stringify(asked)).toContain("say [REDACTED]");
  });

  it.each<[string, JsonObject]>([
    ["has no messages", { maxTokens: 5 }],
    ["has a message of nobody", { ...PROMPT, messages: [{ role: "system", content: { type: "text", text: "x" } }] }],
    ["has too many", { ...PROMPT, messages: Array.from({ length: 501 }, () => toUser("x")) }],
    ["gives tools to a client that takes none", { ...PROMPT, tools: [{ name: "t", inputSchema: { type: "object" } }] }],
  ])("asks nobody when its request %s", async (_, params) => {
    expect(textOf(await ask("old", "sampling/createMessage", params))).toContain("-32602");
    expect(asked).toEqual([]);
  });

  it("gives tools to a client that takes them", async () => {
    const tools = [{ name: "t", inputSchema: { type: "object" } }];
    await ask("old", "sampling/createMessage", { ...PROMPT, tools }, { ...ALL, samplingTools: true });
    expect(asked).toMatchObject([{ kind: "sampling", params: { tools } }]);
  });

  it.each([
    ["old__ask", { method: "roots/list", params: {} }, "-32601"],
    ["new__test_input_required_result_list_roots", {}, "CLIENT_CAPABILITY_MISSING"],
  ])("gets nothing from a client that cannot: %s", async (tool, args, said) => {
    const outcome = await call(tool, args, { ...ALL, roots: false });
    expect(textOf(outcome) + JSON.stringify(outcome.error)).toContain(said);
    expect(asked).toEqual([]);
  });
});

describe("a server that asks without end", () => {
  it("has its client asked a bounded number of questions, and the audit says how many there were", async () => {
    const outcome = await call("old__flood", { count: 200 });
    expect(textOf(outcome)).toContain("32");
    expect(asked).toHaveLength(32);
    expect(outcome.evidence).toMatchObject({ unasked: 168 });
    expect(outcome.evidence?.asked).toHaveLength(32);
  });
});

describe("a server that wants a URL opened first", () => {
  const url = "https://login.example/x";

  it.each(["javascript:alert(1)", "http://login.example/", "https://me:pw@login.example/"])(
    "has nobody open %s",
    async (bad) => {
      expect(await call("oldkept__open-first", { url: bad })).toMatchObject({ error: { code: "UPSTREAM_FAILED" } });
      expect(asked).toEqual([]);
    },
  );

  it("is called once more when that is done, and only where the client can open one", async () => {
    const without = await call("old__open-first", { url }, { ...ALL, url: false });
    expect([without.status, asked]).toEqual(["failed", []]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(textOf(await call("old__open-first", { url }))).toContain("opened");
  });
});

describe("what a call asked its client", () => {
  it("is in its record, without what was said", async () => {
    const { callId } = await ask("old", "sampling/createMessage", PROMPT);
    const records = await gateway.runtime.control.audit.query({ callId });
    expect(records.map(({ kind }) => kind)).toEqual(["intent", "outcome"]);
    const { evidence } = records[1]?.data as { readonly evidence: JsonObject };
    expect(evidence["asked"]).toEqual([
      { kind: "sampling", server: "old", key: null, bytes: 93, answer: "accept", answerBytes: 112 },
    ]);
    expect(JSON.stringify(evidence)).not.toMatch(/I say/);
  });
});

describe("a handler", () => {
  it("is not begun, and no human is asked, for a client that cannot do what it needs", async () => {
    const outcome = await call("needy", {}, { ...ALL, sampling: false });
    expect(outcome).toMatchObject({
      status: "refused",
      step: "authorise",
      error: { code: "CLIENT_CAPABILITY_MISSING", details: { requiredCapabilities: { sampling: {} } } },
    });
    const records = await gateway.runtime.control.audit.query({ callId: outcome.callId });
    expect(records.map(({ kind }) => kind)).toEqual(["refused"]);
    expect(await gateway.runtime.control.approvals.listPending()).toEqual([]);
    expect(began).toEqual([]);
  });

  it("has its time stand still while it asks", async () => {
    const slow = async (): Promise<Answer> => {
      await new Promise((resolve) => setTimeout(resolve, 120));
      return { action: "accept", content: FOLDERS };
    };
    const outcome = await gateway.call("patient", {}, { ask: slow, client: ALL });
    expect(outcome).toMatchObject({ status: "success", structured: { roots: true, said: { action: "accept" } } });
  });
});

function toUser(text: string): JsonObject {
  return { role: "user", content: { type: "text", text } };
}
