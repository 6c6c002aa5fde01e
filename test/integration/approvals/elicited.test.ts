import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Approval } from "../../../src/storage/repositories.ts";
import { until } from "../../support/workspace.ts";
import { connectAsked, REVISIONS } from "./asked-clients.fixture.ts";
import type { AskedClient, Revision } from "./asked-clients.fixture.ts";
import { createBrowser, tokenOf } from "../../support/browser.ts";
import { servePage } from "./page.fixture.ts";
import type { PageGateway } from "./page.fixture.ts";

const CONFIG = "[packs]\nfs = true\n[limits]\ndrain_seconds = 0\n";
const WITH_URL = ["2025-11-25", "2026-07-28"] as const;

let place: PageGateway;
const clients = new Map<Revision, AskedClient>();
const clientOf = (revision: Revision): AskedClient => {
  const client = clients.get(revision);
  if (client === undefined) throw new Error("not connected");
  client.asked.splice(0);
  client.done.splice(0);
  return client;
};

async function start(config: string): Promise<void> {
  place = await servePage(config);
  const token = await place.token("agent");
  for (const revision of REVISIONS) clients.set(revision, await connectAsked(revision, place.server.url, token));
}

async function stop(): Promise<void> {
  for (const client of clients.values()) await client.close();
  await place.close();
}

const pending = async (): Promise<Approval> =>
  until(async () => (await place.gateway.runtime.control.approvals.listPending())[0], "a question");

async function approve(): Promise<void> {
  const { control } = place.gateway.runtime;
  await control.answer((await pending()).id, "approve", await control.owner(), null);
}

let count = 0;
const write = (): { readonly path: string; readonly content: string } => ({
  path: `f${(count += 1)}.txt`,
  content: "x",
});

describe("a client that can send its person to a page", () => {
  beforeAll(() => start(CONFIG));
  afterAll(stop);

  it.each(WITH_URL)("%s: is told where, and goes on with what is answered there", async (revision) => {
    const client = clientOf(revision);
    client.answer = () => ({ action: "accept" });
    const call = client.call("fs.write", { path: 'it"s.txt', content: "\u202e" });
    const { id } = await pending();
    await expect.poll(() => client.asked).toHaveLength(1);
    const [asked] = client.asked;
    expect(asked).toMatchObject({ mode: "url", url: `${place.base}/approvals/${id}` });
    expect(asked?.["message"]).toMatch(
      /^Toolgate: the agent "a-agent" wants to call "fs\.write" with "\/[^"]*it\\"s\.txt"\./,
    );
    expect(JSON.stringify(asked)).not.toMatch(/token|login|\u202e/);
    expect((await pending()).state).toBe("pending");
    const browser = createBrowser(place.base);
    expect(client.done).toEqual([]);
    await browser.open(place.server.page?.link(id).url ?? "");
    const path = `/approvals/${id}`;
    await browser.post(path, { token: tokenOf(await browser.get(path), path), verdict: "approve" });
    expect(await call).toMatchObject({ isError: false });
    const named = revision === "2025-11-25" ? [asked?.["elicitationId"]] : [];
    await expect.poll(() => client.done).toEqual(named);
    expect("elicitationId" in (asked ?? {})).toBe(revision === "2025-11-25");
  });

  it.each(WITH_URL)("%s: is taken at its word when its person refuses", async (revision) => {
    const client = clientOf(revision);
    client.answer = () => ({ action: "decline" });
    const { isError, text } = await client.call("fs.write", write());
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/APPROVAL_DENIED.*through the client of .+ \(token [0-9a-f-]{36}\)/),
    ]);
    expect(await place.gateway.runtime.control.approvals.listPending()).toEqual([]);
  });

  it.each(WITH_URL)("%s: waits on when its person only closes the question", async (revision) => {
    const client = clientOf(revision);
    client.answer = () => ({ action: "cancel" });
    const call = client.call("fs.write", write());
    await expect.poll(() => client.asked).toHaveLength(1);
    await approve();
    expect(await call).toMatchObject({ isError: false });
  });

  it.each(WITH_URL)("%s: goes on when somebody answers elsewhere first", async (revision) => {
    const client = clientOf(revision);
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    client.answer = () => promise;
    const call = client.call("fs.write", write());
    await expect.poll(() => client.asked).toHaveLength(1);
    await approve();
    // Only where requests stand on their own the client has to come back for the end.
    if (revision === "2026-07-28") resolve({ action: "decline" });
    expect(await call).toMatchObject({ isError: false });
    expect(client.done).toEqual([]);
    resolve({ action: "cancel" });
  });

  it("is not asked for a yes in a form, nor at all where it has only forms", async () => {
    const client = clientOf("2025-06-18");
    const call = client.call("fs.write", write());
    await approve();
    expect(await call).toMatchObject({ isError: false });
    expect(client.asked).toEqual([]);
  });
});

describe("a client whose person may answer in a form", () => {
  beforeAll(() => start(`${CONFIG}[approvals]\nelicit_form = true\n`));
  afterAll(stop);

  it.each(REVISIONS)("%s: is shown what would run, and lets that call run", async (revision) => {
    const client = clientOf(revision);
    client.answer = () => ({ action: "accept", content: { allow: true, always: true } });
    const args = { ...write(), content: "two\nlines" };
    expect(await client.call("fs.write", args)).toMatchObject({ isError: false });
    const [asked] = client.asked;
    expect(asked).toMatchObject({ requestedSchema: { required: ["allow"] } });
    const { message } = asked as { readonly message: string };
    for (const part of ["tool: fs.write", args.path, "two\\nlines", "because: no rule"])
      expect(message).toContain(part);
    // The same call asks again: nothing lasting followed.
    client.answer = () => ({ action: "decline" });
    expect((await client.call("fs.write", args)).text).toContain("APPROVAL_DENIED");
    expect(await place.gateway.runtime.control.listGrants()).toEqual([]);
  });

  it.each(REVISIONS)("%s: denies with an empty box", async (revision) => {
    const client = clientOf(revision);
    client.answer = () => ({ action: "accept", content: { allow: false } });
    expect((await client.call("fs.write", write())).text).toContain("APPROVAL_DENIED");
  });

  it("says in the record through whom it came", async () => {
    const records = await place.gateway.runtime.control.audit.query({ status: "approval.answer", limit: 100 });
    expect(records[0]).toMatchObject({ kind: "admin", data: { verdict: "approve", through: /^token:/ } as never });
    const intents = await place.gateway.runtime.control.audit.query({ kind: "intent", limit: 1 });
    expect(JSON.stringify(intents)).toMatch(/a person through the client of .+ \(token [0-9a-f-]{36}\)/);
  });

  it.each(REVISIONS)("%s: is never asked in a form about what destroys", async (revision) => {
    const client = clientOf(revision);
    client.answer = () => ({ action: "accept", content: { allow: true } });
    place.workspace.write("gone.txt", "x");
    const call = client.call("fs.delete", { path: "gone.txt" });
    const { id } = await pending();
    if (revision !== "2025-06-18") await expect.poll(() => client.asked).toMatchObject([{ mode: "url" }]);
    const { control } = place.gateway.runtime;
    expect((await control.approvals.get(id))?.state).toBe("pending");
    await control.answer(id, "deny", await control.owner(), null);
    expect((await call).text).toContain("APPROVAL_DENIED");
    expect(client.asked.filter((asked) => "requestedSchema" in asked)).toEqual([]);
  });
});
