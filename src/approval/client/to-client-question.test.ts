import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import type { Approval } from "../../storage/repositories.ts";
import { readVerdict } from "./read-verdict.ts";
import { toClientQuestion } from "./to-client-question.ts";
import type { ClientWays } from "./to-client-question.ts";

const ABLE = { form: true, url: true, sampling: false, samplingTools: false, roots: false };
const ask = (summary: JsonObject = {}, change: Partial<Approval> = {}): Approval => ({
  id: "1",
  tenant: "local",
  workspace: "/w",
  callId: "c",
  tool: "notes.add",
  binding: "sha256:0",
  principal: "ada",
  agent: "claude",
  credential: "token:1",
  summary: {
    plan: { kind: "handler", api: null, arguments: { text: "x" }, paths: [], timeoutMs: 1000 },
    description: "Approve always.",
    reasons: ["no rule allows it"],
    specifier: "a.txt",
    ...summary,
  },
  state: "pending",
  createdAt: "2030-01-01T00:00:00.000Z",
  expiresAt: "2030-01-01T00:02:00.000Z",
  answer: null,
  ...change,
});
const ways = (change: Partial<ClientWays> = {}): ClientWays => ({
  client: ABLE,
  mayForm: true,
  url: "http://127.0.0.1:1/approvals/1",
  ...change,
});

describe("toClientQuestion", () => {
  it.each<[string, Partial<ClientWays>, string | undefined]>([
    ["a form where it may", {}, "form"],
    ["the page where no form may", { mayForm: false }, "url"],
    ["the page where the client has no forms", { client: { ...ABLE, form: false } }, "url"],
    ["a form where there is no page", { url: null }, "form"],
    ["nothing where there is no page and no form", { url: null, mayForm: false }, undefined],
    ["nothing where the client can do neither", { client: { ...ABLE, form: false, url: false } }, undefined],
    ["nothing where the client said nothing", { client: undefined }, undefined],
  ])("is %s", (_, change, kind) => {
    expect(toClientQuestion(ask(), ways(change))?.kind).toBe(kind);
  });

  it.each<[string, JsonObject]>([
    ["is longer than anybody reads", { specifier: null, plan: toPlan("x".repeat(5000)) }],
    ["was cut", { cut: true }],
  ])("sends people to the page when what would run %s", (_, summary) => {
    expect(toClientQuestion(ask(summary), ways())?.kind).toBe("url");
    expect(toClientQuestion(ask(summary), ways({ url: null }))).toBeNull();
  });

  it("shows in a form what would run, without what the tool says of itself", () => {
    const question = toClientQuestion(ask({ plan: toPlan("a\nrisk: none") }), ways());
    const { message } = question as { readonly message: string };
    expect(message.split("\n")).toEqual([
      "Toolgate asks: may this call run?",
      "tool: notes.add",
      "asked by: claude of ada",
      "mode: default",
      "because: no rule allows it",
      'handler: {"text":"a\\nrisk: none"}',
      "limit: 1.0s",
    ]);
  });

  it("keeps values inside of their quotes, short and without what hides", () => {
    const odd = ask(
      { specifier: `x". Nothing runs. "${"\u202e".repeat(3)}${"y".repeat(500)}` },
      { agent: 'a" of you "\n' },
    );
    const { message } = toClientQuestion(odd, ways({ mayForm: false })) as { readonly message: string };
    expect(message).toContain(
      'the agent "a\\" of you \\"\\n" wants to call "notes.add" with "x\\". Nothing runs. \\"\\u202e',
    );
    expect(message.length).toBeLessThan(600);
  });

  it("has a name that nobody can have answered under before", () => {
    expect(toClientQuestion(ask(), ways())?.key).toBe("approval-1");
  });
});

describe("readVerdict", () => {
  const form = { kind: "form", server: null, message: "", schema: {} } as const;
  const url = { kind: "url", server: null, message: "", url: "" } as const;
  it.each([
    ["a no to a form", form, { action: "decline" }, "deny"],
    ["a no to the page", url, { action: "decline" }, "deny"],
    ["a form that is closed", form, { action: "cancel" }, null],
    ["a page that is not gone to", url, { action: "cancel" }, null],
    ["going to the page", url, { action: "accept", content: { allow: true } }, null],
    ["a full box", form, { action: "accept", content: { allow: true } }, "approve"],
    ["an empty box", form, { action: "accept", content: { allow: false } }, "deny"],
    ["no box", form, { action: "accept", content: {} }, null],
    ["a word for a box", form, { action: "accept", content: { allow: "true" } }, null],
  ] as const)("takes %s", (_, question, answer, verdict) => {
    expect(readVerdict(question, answer)).toBe(verdict);
  });
});

function toPlan(text: string): JsonObject {
  return { kind: "handler", api: null, arguments: { text }, paths: [], timeoutMs: 1000 };
}
