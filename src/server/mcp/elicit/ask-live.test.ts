import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { toAbilities } from "../../../model/client-capabilities.ts";
import type { Answer, Question } from "../../../model/question.ts";
import type { RequestContext } from "../request-context.ts";
import { askLive } from "./ask-live.ts";

const ALL = toAbilities({ elicitation: { form: {}, url: {} } });
const URL: Extract<Question, { kind: "url" }> = {
  kind: "url",
  server: null,
  message: "Look",
  url: "https://example.com/",
};
const { signal } = new AbortController();

interface Told {
  readonly during: object[];
  readonly later: object[];
}

/** A client of 2025-11-25 that was asked to open something, and answered. */
async function open(
  answer: object,
  isOver = false,
): Promise<Told & { readonly id: string; readonly finish: () => void }> {
  const told: Told = { during: [], later: [] };
  let id = "";
  const send = (request: object): Promise<object> => {
    id = (request as { readonly params: { readonly elicitationId: string } }).params.elicitationId;
    return Promise.resolve(answer);
  };
  const notify = (message: object): Promise<void> => {
    if (isOver) return Promise.reject(new Error("the request has its answer"));
    told.during.push(message);
    return Promise.resolve();
  };
  const later = (message: object): Promise<void> => Promise.resolve(void told.later.push(message));
  const { promise: completed, resolve: finish } = Promise.withResolvers<undefined>();
  const context = { mcpReq: { send, notify } } as unknown as RequestContext;
  await askLive(context, ALL, later)?.({ ...URL, completed }, signal);
  return { ...told, id, finish: () => finish(undefined) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a client that was sent to a page", () => {
  it("hears over the same stream that its person is done there, and not before", async () => {
    const { during, later, id, finish } = await open({ action: "accept" });
    await settled();
    expect(during).toEqual([]);
    finish();
    await settled();
    const message = { method: "notifications/elicitation/complete", params: { elicitationId: id } };
    expect([during, later]).toEqual([[message], []]);
  });

  it("hears it apart from that once its request has its answer", async () => {
    const { during, later, id, finish } = await open({ action: "accept" }, true);
    finish();
    await settled();
    expect([during, later]).toMatchObject([[], [{ params: { elicitationId: id } }]]);
  });

  it.each(["decline", "cancel"])("hears nothing where its person said %s", async (action) => {
    const { during, later, finish } = await open({ action });
    finish();
    await settled();
    expect([during, later]).toEqual([[], []]);
  });
});

type Send = (request: object, options: { readonly timeout: number }) => Promise<unknown>;

function ask(send: Send, question: Question = URL): Promise<Answer> | undefined {
  const context = { mcpReq: { send } } as unknown as RequestContext;
  return askLive(context, ALL, () => Promise.resolve())?.(question, signal);
}

describe("a question over an open stream", () => {
  it("waits for its client for half an hour, and is then taken back", async () => {
    const timeouts: number[] = [];
    const answer = await ask((_, { timeout }) => {
      timeouts.push(timeout);
      return Promise.reject(new SdkError(SdkErrorCode.RequestTimeout, "late"));
    });
    expect([answer, timeouts]).toEqual([{ action: "cancel" }, [1_800_000]]);
  });

  it("is not taken for answered when its stream breaks", async () => {
    const gone = new SdkError(SdkErrorCode.ConnectionClosed, "gone");
    await expect(ask(() => Promise.reject(gone))).rejects.toBe(gone);
  });

  it("is not put where the client says with an error that it cannot", async () => {
    expect(await ask(() => Promise.reject(new ProtocolError(-32601, "no")))).toEqual({ action: "cancel" });
  });
});
