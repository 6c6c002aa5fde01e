import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/model/json.ts";
import { ICONS, MEASURED, PIXEL, URI } from "../../../fixtures/matrix/catalogue.ts";
import type { Revision } from "../../../fixtures/matrix/revisions.ts";
import { REVISIONS } from "../../../fixtures/matrix/revisions.ts";
import { until } from "../../../support/workspace.ts";
import { openRow } from "./matrix-world.ts";
import type { MatrixRow } from "./matrix-world.ts";
import type { Around, MatrixClient } from "./matrix-client.ts";

const rows = new Map<Revision, MatrixRow>();

beforeAll(async () => {
  await Promise.all(REVISIONS.map(async (revision) => rows.set(revision, await openRow(revision))));
});

afterAll(async () => {
  await Promise.all([...rows.values()].map((row) => row.close()));
});

function firstText({ content }: JsonObject): unknown {
  const [block] = content as readonly { readonly text: string }[];
  return JSON.parse(block?.text ?? "null");
}

const PAIRS = REVISIONS.flatMap((up) => REVISIONS.map((down) => ({ up, down })));

describe.each(PAIRS)("a client of $down and a server of $up", ({ up, down }) => {
  const row = (): MatrixRow => rows.get(up) as MatrixRow;
  const client = (): MatrixClient => row().clients[down];
  const call = (name: string, text = "", around?: Around): Promise<JsonObject> =>
    client().request("tools/call", { name, arguments: text === "" ? {} : { text } }, around);
  const textOf = (result: JsonObject): string => JSON.stringify(result["content"]);
  const heard = async (): Promise<string> =>
    textOf(await row().clients["2025-11-25"].request("tools/call", { name: "heard" }));

  it("agree each with the gateway on its own revision", () => {
    expect(client().revision()).toBe(down);
    expect(row().gateway.runtime.upstream.servers()[0]?.state).toMatchObject({ kind: "ready", protocolVersion: up });
  });

  it("know the tools, and of each what both revisions can say", async () => {
    const { tools } = (await client().request("tools/list")) as { readonly tools: readonly JsonObject[] };
    const measure = tools.find(({ name }) => name === "measure");
    expect(measure).toMatchObject({ description: "does measure", inputSchema: { type: "object" } });
    expect(JSON.stringify(tools)).not.toContain("nobody");
    // What a server says of its effects is not believed, in any revision.
    expect(measure?.["annotations"]).toEqual({ readOnlyHint: false, destructiveHint: false });
    expect(measure?.["title"]).toBe(up < "2025-06-18" ? undefined : "Title of measure");
    expect(measure?.["outputSchema"] !== undefined).toBe(up >= "2025-06-18");
    expect(measure?.["icons"]).toEqual(
      up < "2025-11-25" ? undefined : [{ src: `data:image/png;base64,${PIXEL}`, mimeType: "image/png" }],
    );
  });

  it("exchange text", async () => {
    const result = await call("say", `from ${down}`);
    expect(result["content"]).toEqual([{ type: "text", text: `from ${down}` }]);
    expect(await heard()).toContain(`from ${down}`);
  });

  it("tell failures as results", async () => {
    const result = await call("fail");
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain("it broke");
  });

  it("exchange structured values, as text where one of them knows none", async () => {
    const result = await call("measure");
    expect(firstText(result)).toEqual(MEASURED);
    expect(result["structuredContent"]).toEqual(up < "2025-06-18" ? undefined : MEASURED);
    const counted = await call("count");
    expect(firstText(counted)).toEqual([1, 2, 3]);
    const wrapped = down < "2026-07-28" ? { result: [1, 2, 3] } : [1, 2, 3];
    expect(counted["structuredContent"]).toEqual(up < "2026-07-28" ? undefined : wrapped);
  });

  it("exchange what the client's revision has names for, and the rest in words", async () => {
    const { content } = (await call("parts")) as { readonly content: readonly JsonObject[] };
    const sent = ["text", "image", "resource", "audio", "resource_link"].slice(
      0,
      up < "2025-03-26" ? 3 : up < "2025-06-18" ? 4 : 5,
    );
    const known = [
      "text",
      "image",
      "resource",
      ...(down < "2025-03-26" ? [] : ["audio"]),
      ...(down < "2025-06-18" ? [] : ["resource_link"]),
    ];
    expect(content.map(({ type }) => type)).toEqual(sent.map((type) => (known.includes(type) ? type : "text")));
    expect(JSON.stringify(content)).not.toContain("nobody");
  });

  it("hear of progress and of the end of a call", async () => {
    const steps: JsonObject[] = [];
    const controller = new AbortController();
    const name = `slow of ${down}`;
    const running = call("slow", name, { onProgress: (step) => void steps.push(step), signal: controller.signal });
    const ended = running.then(
      () => "answered",
      () => "cancelled",
    );
    await until(() => steps.some(({ total }) => total === 2), "progress");
    expect(steps.find(({ total }) => total === 2)?.["message"]).toBe(up < "2025-03-26" ? undefined : "half");
    controller.abort();
    expect(await ended).toBe("cancelled");
    await until(async () => (await heard()).includes(`${name} was cancelled`), "the server to hear of it");
  });

  it.each(["ask", "ask-url"])("put questions to the person where both can: %s", async (name) => {
    client().asked.length = 0;
    const text = textOf(await call(name));
    const canAsk = up >= (name === "ask" ? "2025-06-18" : "2025-11-25");
    const canAnswer = down >= (name === "ask" ? "2025-06-18" : "2025-11-25");
    expect(client().asked).toHaveLength(canAsk && canAnswer ? 1 : 0);
    if (!canAsk) expect(text).toContain("cannot ask");
    // Servers of the newest revision are told what the client can do, and answer that it is not enough.
    else expect(text).toContain(canAnswer ? "accept" : up < "2026-07-28" ? "decline" : "CLIENT_CAPABILITY_MISSING");
    if (canAsk && canAnswer) {
      expect(client().asked[0]).toMatchObject(
        name === "ask" ? { message: "up asks: Who?" } : { url: "https://example.com/login" },
      );
      if (name === "ask") expect(text).toContain("Ada");
    }
  });

  it("read resources and get prompts", async () => {
    const { resources } = (await client().request("resources/list")) as { readonly resources: readonly JsonObject[] };
    expect(resources).toContainEqual({ uri: URI, name: "one", mimeType: "text/plain", icons: ICONS });
    expect(await client().request("resources/read", { uri: URI })).toMatchObject({
      contents: [{ uri: URI, text: "one" }],
    });
    const { prompts } = (await client().request("prompts/list")) as { readonly prompts: readonly JsonObject[] };
    expect(prompts).toMatchObject([{ name: "greet", icons: ICONS }]);
    const prompt = await client().request("prompts/get", { name: "greet", arguments: { who: down } });
    expect(prompt).toMatchObject({ messages: [{ content: { text: `Greet ${down}` } }] });
  });

  it.each(down < "2026-07-28" ? ["ping"] : [])("are greeted in between: %s", async (method) => {
    expect(await client().request(method)).toEqual({});
  });

  it("are kept apart where a rule denies the call: the server hears nothing", async () => {
    const result = await call("say", `forbidden to ${down}`);
    expect(result).toMatchObject({ isError: true });
    expect(await heard()).not.toContain("forbidden");
  });
});

// Last, for afterwards the tool is held back everywhere.
describe.each(REVISIONS)("a server of %s that changes a tool", (up) => {
  it("is noticed, and every client is told and lists it no more", async () => {
    const { clients } = rows.get(up) as MatrixRow;
    await clients["2025-11-25"].request("tools/call", { name: "change", arguments: {} });
    for (const down of REVISIONS) {
      await until(() => clients[down].changes() > 0, `word of it in ${down}`);
      const { tools } = (await clients[down].request("tools/list")) as { readonly tools: readonly JsonObject[] };
      expect(tools.map(({ name }) => name)).not.toContain("say");
      expect(tools.map(({ name }) => name)).toContain("measure");
    }
  });
});
