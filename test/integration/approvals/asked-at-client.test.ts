import { afterEach, describe, expect, it } from "vitest";
import type { Answer, Question } from "../../../src/model/question.ts";
import type { RawCall } from "../../../src/model/call.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

/** A gateway that serves no page, as `serve --stdio` does. */
let workspace: TestWorkspace;
let gateway: TestGateway;
const asked: Question[] = [];
afterEach(() => workspace.remove());

async function open(approvals: string, more = ""): Promise<void> {
  asked.splice(0);
  workspace = createTestWorkspace({
    config: `[packs]\nfs = true\n[limits]\ndrain_seconds = 0\n[approvals]\n${approvals}\n${more}`,
  });
  gateway = await workspace.open();
}

function call(answer: () => Promise<Answer>, change: Partial<RawCall> = {}): Promise<Outcome> {
  const client = { form: true, url: true, sampling: true, samplingTools: true, roots: true };
  const ask = (question: Question): Promise<Answer> => {
    asked.push(question);
    return answer();
  };
  const args = { path: "a.txt", content: "x" };
  return gateway.call("fs.write", args, { entry: "mcp-stdio", ask, client, ...change });
}

const YES = (): Promise<Answer> => Promise.resolve({ action: "accept", content: { allow: true } });

/** Somebody answers in a terminal, as ever. */
async function answerElsewhere(): Promise<void> {
  const { control } = gateway.runtime;
  const { id } = await until(async () => (await control.approvals.listPending())[0], "a question");
  await control.answer(id, "approve", await control.owner(), null);
}

describe("a call that waits, where no page is served", () => {
  it("asks nobody at the client, unless forms may answer", async () => {
    await open("");
    const outcome = call(YES);
    await answerElsewhere();
    expect(await outcome).toMatchObject({ status: "success" });
    expect(asked).toEqual([]);
  });

  it("asks in a form where that is wanted", async () => {
    await open("elicit_form = true");
    expect(await call(YES)).toMatchObject({ status: "success" });
    expect(asked).toMatchObject([{ kind: "form", server: null }]);
  });

  it.each([
    ["headless", "elicit_form = true", "[permissions]\nheadless = true", "DENIED"],
    ["mode dontAsk", "elicit_form = true", '[permissions]\nmode = "dontAsk"', "DENIED"],
  ])("asks nobody where nobody is there: %s", async (_, approvals, more, code) => {
    await open(approvals, more);
    expect(await call(YES)).toMatchObject({ status: "refused", error: { code } });
    expect(asked).toEqual([]);
  });

  it.each([
    ["who answers is said", "elicit_form = true", '[[approvals.who]]\napprovers = ["role:admin"]', {}],
    ["the call came by another door", "elicit_form = true", "", { entry: "cli" }],
    ["the client did not say that it can", "elicit_form = true", "", { client: undefined }],
  ] as const)("asks nobody at the client where %s", async (_, approvals, more, change) => {
    await open(approvals, more);
    const outcome = call(YES, change);
    await answerElsewhere();
    expect(await outcome).toMatchObject({ status: "success" });
    expect(asked).toEqual([]);
  });

  it.each<[string, () => Promise<Answer>]>([
    ["fails", () => Promise.reject(new Error("gone"))],
    ["closes the question", () => Promise.resolve({ action: "cancel" })],
    ["says something else", () => Promise.resolve({ action: "accept", content: { allow: "yes" } })],
  ])("waits on when the client %s", async (_, answer) => {
    await open("elicit_form = true");
    const outcome = call(answer);
    await expect.poll(() => asked).toHaveLength(1);
    await answerElsewhere();
    expect(await outcome).toMatchObject({ status: "success" });
  });

  it.each([
    ["forms are not wanted any more", "elicit_form = false"],
    ["it is said who answers", 'elicit_form = true\n[[approvals.who]]\napprovers = ["role:admin"]'],
  ])("waits on after a yes when by then %s", async (_, approvals) => {
    await open("elicit_form = true");
    const isKnown = async (): Promise<boolean> => (await gateway.call("fs.list")).error?.code === "DENIED";
    let isSaid = false;
    const outcome = call(async () => {
      const shared = "[packs]\nfs = true\n[limits]\ndrain_seconds = 0\n";
      workspace.write("toolgate.toml", `${shared}[permissions]\ndeny = ["fs.list"]\n[approvals]\n${approvals}`);
      await until(isKnown, "the new configuration");
      isSaid = true;
      return YES();
    });
    await until(() => isSaid, "the answer");
    // Long enough for a yes that counts.
    for (let turn = 0; turn < 10; turn += 1) await isKnown();
    await answerElsewhere();
    expect(await outcome).toMatchObject({ status: "success" });
  });

  it("takes the question back when the caller goes away", async () => {
    await open("elicit_form = true");
    const gone = new AbortController();
    const signals: AbortSignal[] = [];
    const ask: NonNullable<RawCall["ask"]> = (_question, signal) =>
      new Promise((_, reject) => {
        signals.push(signal);
        signal.addEventListener("abort", () => reject(new Error("over")));
      });
    const outcome = call(YES, { ask, signal: gone.signal });
    await expect.poll(() => signals).toHaveLength(1);
    gone.abort();
    expect(await outcome).toMatchObject({ error: { code: "APPROVAL_CANCELLED" } });
    expect(signals[0]?.aborted).toBe(true);
  });

  it("uses a yes once, for that call alone", async () => {
    await open("elicit_form = true");
    await call(YES);
    const { control } = gateway.runtime;
    expect(await control.listGrants()).toEqual([]);
    const no = (): Promise<Answer> => Promise.resolve({ action: "decline" });
    expect(await call(no)).toMatchObject({ error: { code: "APPROVAL_DENIED" } });
    const [first] = await control.audit.query({ kind: "intent" });
    expect(first?.data["approval"]).toMatchObject({ by: "a person through the client of test (local-agent test)" });
  });
});
