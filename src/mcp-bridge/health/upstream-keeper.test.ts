import { describe, expect, it } from "vitest";
import { createHeldClock, until } from "../connect/upstream.fixture.ts";
import type { HeldClock } from "../connect/upstream.fixture.ts";
import type { SessionNews } from "../connect/news/session-news.ts";
import type { Session } from "../connect/session.ts";
import { toServer } from "../connect/upstream.fixture.ts";
import type { UpstreamCall, UpstreamListing, UpstreamState } from "../upstream.ts";
import { UpstreamKeeper } from "./upstream-keeper.ts";

/** What the keeper decides, with sessions that do as they are told: real servers are in the tests beside `connect/`. */
interface World {
  readonly keeper: UpstreamKeeper;
  readonly clock: HeldClock;
  readonly states: UpstreamState[];
  readonly listings: UpstreamListing[];
  readonly sessions: TestSession[];
  fails: boolean;
  readonly connect: () => Promise<void>;
}

interface TestSession extends Session {
  isFine: boolean;
  busy: number;
  isClosed: boolean;
  /** What it was asked to speak of, each time. */
  readonly watched: string[][];
  readonly lose: (reason: string) => void;
  readonly change: () => void;
}

function createWorld(idleMs: number | null = null): World {
  const clock = createHeldClock();
  const sessions: TestSession[] = [];
  const states: UpstreamState[] = [];
  const listings: UpstreamListing[] = [];
  const open = ({ onToolsChanged }: SessionNews): Promise<Session> => {
    if (world.fails) return Promise.reject(new Error("no way"));
    const session = createSession(onToolsChanged);
    sessions.push(session);
    return Promise.resolve(session);
  };
  const keeper = new UpstreamKeeper(
    toServer({}),
    {
      clock,
      open,
      explain: (error) => Promise.resolve({ reason: error instanceof Error ? error.message : String(error) }),
      idleMs,
    },
    { onListing: (listing) => void listings.push(listing), onState: (state) => void states.push(state) },
  );
  const connect = (): Promise<void> => keeper.connect(new AbortController().signal);
  const world: World = { keeper, clock, states, listings, sessions, fails: false, connect };
  return world;
}

function createSession(change: () => void): TestSession {
  let lose: (reason: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => (lose = resolve));
  const session: TestSession = {
    protocolVersion: "1",
    software: null,
    lost,
    lose: (reason) => lose(reason),
    change,
    isFine: true,
    busy: 0,
    isClosed: false,
    watched: [],
    watch: (uris) => {
      session.watched.push([...uris]);
      return Promise.resolve(uris);
    },
    isForgotten: false,
    get running() {
      return session.busy;
    },
    list: () => Promise.resolve({ software: null, protocolVersion: "1", instructions: null, tools: [] }),
    catalogue: () => Promise.resolve({ resources: [], templates: [], prompts: [] }),
    isWell: () => Promise.resolve(session.isFine),
    call: () => Promise.resolve({ kind: "answered", isError: false, content: [], structured: undefined }),
    close: () => {
      session.isClosed = true;
      return Promise.resolve();
    },
  };
  return session;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const CALL: UpstreamCall = {
  tool: "t",
  arguments: {},
  definition: {},
  meta: {},
  timeoutMs: 1,
  signal: new AbortController().signal,
};

describe("connecting", () => {
  it("begins when it is needed, once for all who wait", async () => {
    const world = createWorld();
    expect(world.keeper.state).toEqual({ kind: "idle" });
    await Promise.all([world.connect(), world.connect(), world.keeper.call(CALL)]);
    expect(world.sessions).toHaveLength(1);
    expect(world.listings).toHaveLength(1);
    expect(world.states.map(({ kind }) => kind)).toEqual(["connecting", "ready"]);
  });

  it("is tried ten times, each time later, then left alone for five minutes", async () => {
    const world = createWorld();
    world.fails = true;
    await expect(world.connect()).rejects.toThrow("no way");
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const pause = world.clock.waiting()[0] ?? -1;
      pauses.push(pause / 1000);
      world.clock.pass(pause);
      await turn();
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 300]);
    expect(world.states.filter(({ kind }) => kind === "failed")).toHaveLength(1);
    expect(world.keeper.state).toMatchObject({ kind: "waiting", attempt: 1 });
  });

  it("is taken up at once when somebody asks for it, and counted from the start", async () => {
    const world = createWorld();
    world.fails = true;
    await world.connect().catch(() => undefined);
    world.clock.pass(2_000);
    await turn();
    expect(world.keeper.state).toMatchObject({ kind: "waiting", attempt: 2 });
    world.fails = false;
    world.keeper.retry();
    await world.connect();
    expect(world.keeper.state.kind).toBe("ready");
    expect(world.clock.waiting()).toEqual([30_000]);
  });

  it("ends with close, and does not begin again", async () => {
    const world = createWorld();
    await world.connect();
    await world.keeper.close();
    world.keeper.retry();
    expect(world.sessions[0]?.isClosed).toBe(true);
    expect(world.clock.waiting()).toEqual([]);
    expect(await world.keeper.call(CALL)).toMatchObject({ end: { kind: "unavailable" } });
    expect(world.keeper.state).toEqual({ kind: "closed" });
  });
});

describe("health", () => {
  const look = async (world: World, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      world.clock.pass(30_000);
      await turn();
    }
  };

  it("makes a new connection after three looks without an answer, and then closes the old one", async () => {
    const world = createWorld();
    await world.connect();
    const [first] = world.sessions;
    if (first !== undefined) first.isFine = false;
    await look(world, 2);
    expect(world.sessions).toHaveLength(1);
    await look(world, 1);
    await until(() => world.sessions.length === 2);
    await turn();
    expect([first?.isClosed, world.sessions[1]?.isClosed, world.keeper.state.kind]).toEqual([true, false, "ready"]);
    expect(world.states.findLast(({ kind }) => kind === "connecting")).toMatchObject({
      reason: "it answered none of three health checks in a row",
    });
    expect(world.listings).toHaveLength(2);
  });

  it("counts anew after an answer, and not at all while a call runs", async () => {
    const world = createWorld();
    await world.connect();
    const [session] = world.sessions;
    if (session === undefined) throw new Error("none");
    for (const isFine of [false, false, true, false, false, true]) {
      session.isFine = isFine;
      await look(world, 1);
    }
    session.isFine = false;
    session.busy = 1;
    await look(world, 5);
    expect(world.sessions).toHaveLength(1);
  });

  it("that was lost is followed by a pause, which grows until a server stays", async () => {
    const world = createWorld();
    await world.connect();
    for (const pause of [2_000, 4_000]) {
      world.sessions.at(-1)?.lose("it died");
      await turn();
      expect(world.keeper.state).toMatchObject({ kind: "waiting", reason: "it died" });
      expect(world.clock.waiting()).toEqual([pause]);
      world.clock.pass(pause);
      await turn();
    }
    await look(world, 1);
    world.sessions.at(-1)?.lose("it died");
    await turn();
    expect(world.clock.waiting()).toEqual([2_000]);
  });
});

describe("tools that change", () => {
  it("are asked for again, however often it is said, only now and then", async () => {
    const world = createWorld();
    await world.connect();
    for (let time = 0; time < 1000; time += 1) world.sessions[0]?.change();
    world.clock.pass(5_000);
    await turn();
    expect(world.listings).toHaveLength(2);
    world.sessions[0]?.change();
    world.clock.pass(4_999);
    await turn();
    expect(world.listings).toHaveLength(2);
    world.clock.pass(1);
    await turn();
    expect(world.listings).toHaveLength(3);
  });

  it("of a connection that is over are nobody's", async () => {
    const world = createWorld();
    await world.connect();
    world.sessions[0]?.change();
    world.sessions[0]?.lose("gone");
    await turn();
    world.clock.pass(1_999);
    await turn();
    expect(world.listings).toHaveLength(1);
  });
});

describe("a program that nobody uses", () => {
  it("is ended, and started when it is needed again", async () => {
    const world = createWorld(60_000);
    await world.connect();
    world.clock.pass(59_000);
    await world.keeper.call(CALL);
    world.clock.pass(59_000);
    expect(world.keeper.state.kind).toBe("ready");
    world.clock.pass(1_000);
    expect([world.keeper.state.kind, world.sessions[0]?.isClosed]).toEqual(["idle", true]);
    expect((await world.keeper.call(CALL)).end.kind).toBe("answered");
    expect(world.sessions).toHaveLength(2);
  });
});

it("tries again, too, where the reason itself cannot be told", async () => {
  const clock = createHeldClock();
  const states: UpstreamState[] = [];
  const keeper = new UpstreamKeeper(
    toServer({}),
    {
      clock,
      open: () => Promise.reject(new Error("secret words")),
      explain: () => Promise.reject(new Error("the program was replaced meanwhile")),
      idleMs: null,
    },
    { onListing: () => undefined, onState: (state) => void states.push(state) },
  );
  await expect(keeper.connect(new AbortController().signal)).rejects.toThrow("start the gateway again");
  expect(states.at(-1)).toMatchObject({ kind: "waiting", attempt: 1 });
  await keeper.close();
});
