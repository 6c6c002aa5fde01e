import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallEvent } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import { createUpstreamWorld, stdioServer, until } from "./upstream.fixture.ts";
import type { OpenUpstream } from "./upstream.fixture.ts";

const world = createUpstreamWorld();
let up: OpenUpstream;
beforeAll(async () => {
  up = world.open(stdioServer("noisy-stdio.mjs"));
  await up.connect();
});
afterAll(() => world.close());

interface Held {
  readonly said: unknown[];
  readonly end: Promise<unknown>;
}

/** A call that runs until it is released, and keeps what it is told. */
async function hold(name: string, owner: string): Promise<Held> {
  const said: unknown[] = [];
  const onEvent = (event: CallEvent): void => {
    if (event.kind === "log") said.push(event.data);
  };
  const end = up.call("hold", { name }, { owner, onEvent });
  await up.call("echo", {}, { owner });
  return { said, end };
}

async function say(args: JsonObject, owner = "ada"): Promise<unknown[]> {
  const said: unknown[] = [];
  const onEvent = (event: CallEvent): void => {
    if (event.kind === "log") said.push(event.data);
  };
  await up.call("log", args, { owner, onEvent });
  return said;
}

describe("a line that a server logs while several calls run", () => {
  it.each(["token", "id"])("is told to the call that it names by its %s, whoever else runs", async (by) => {
    const [one, other] = [await hold("one", "ada"), await hold("other", "bob")];
    const own = await say({ data: "about other", about: "other", by });
    await up.call("release");
    await Promise.all([one.end, other.end]);
    expect([one.said, other.said, own]).toEqual([[], ["about other"], []]);
  });

  it("is told to all of them where they are of one owner", async () => {
    const [one, other] = [await hold("one", "ada"), await hold("other", "ada")];
    const own = await say({ data: "hello" });
    await up.call("release");
    await Promise.all([one.end, other.end]);
    expect([one.said, other.said, own]).toEqual([["hello"], ["hello"], ["hello"]]);
  });

  it("is told to nobody where it could be about somebody else", async () => {
    const [one, other] = [await hold("one", "ada"), await hold("other", "bob")];
    const own = await say({ data: "secret of somebody" });
    await up.call("release");
    await Promise.all([one.end, other.end]);
    expect([one.said, other.said, own]).toEqual([[], [], []]);
  });

  it("is not told to a call that is over, however it is named", async () => {
    const one = await hold("one", "ada");
    await up.call("release");
    await one.end;
    const bob = await hold("bob", "bob");
    await say({ data: "late", about: "one", by: "token" }, "ada");
    await up.call("release");
    await bob.end;
    expect([one.said, bob.said]).toEqual([[], []]);
  });
});

describe("a server that floods", () => {
  it("has its call end, shows a thousand lines of it, and other calls go on meanwhile", async () => {
    let lines = 0;
    const onEvent = (event: CallEvent): void => {
      if (event.kind === "log") lines += 1;
    };
    const flood = up.call("flood", { count: 5_000 }, { owner: "ada", onEvent });
    await until(() => lines > 0);
    expect((await up.call("echo", { a: 1 })).end.kind).toBe("answered");
    expect((await flood).end.kind).toBe("answered");
    expect(lines).toBeLessThanOrEqual(1000);
  });
});
