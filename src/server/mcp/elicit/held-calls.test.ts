import { describe, expect, it } from "vitest";
import type { AskClient, Question } from "../../../model/question.ts";
import { createHeldCalls } from "./held-calls.ts";
import type { HeldCalls, HeldResult, HoldableCall } from "./held-calls.ts";

const SCHEMA = { type: "object", properties: { name: { type: "string" } } };
const NAME: Question = { key: "name", kind: "form", server: "up", message: "Who?", schema: SCHEMA };
const accept = (content: object): object => ({ action: "accept", content });

interface World {
  readonly held: HeldCalls;
  /** How often the work behind the calls was begun. */
  begun: number;
  /** What was answered, in order. */
  readonly answers: unknown[];
  readonly toCall: (changes?: Partial<HoldableCall<string>>, questions?: readonly Question[][]) => HoldableCall<string>;
}

function createWorld(limits: Parameters<typeof createHeldCalls>[0] = {}): World {
  const world: World = {
    held: createHeldCalls(limits),
    begun: 0,
    answers: [],
    toCall: (changes = {}, questions = [[NAME]]) => ({
      owner: "alice",
      binding: "alice/tool/{}",
      signal: new AbortController().signal,
      answers: {},
      onEvent: undefined,
      start: ({ ask, signal }) => {
        world.begun += 1;
        return work(ask, signal, questions);
      },
      ...changes,
    }),
  };
  const work = async (ask: AskClient | undefined, signal: AbortSignal, rounds: readonly Question[][]) => {
    try {
      for (const round of rounds) {
        world.answers.push(...(await Promise.all(round.map(async (question) => ask?.(question, signal)))));
      }
      return "done";
    } catch {
      return "ended";
    }
  };
  return world;
}

function expectAsks(result: HeldResult<string>): Extract<HeldResult<string>, { kind: "asks" }> {
  if (result.kind !== "asks") throw new Error("it ended");
  return result;
}

describe("a held call", () => {
  it("asks, and goes on with the answer, once", async () => {
    const { held, toCall, answers, ...world } = createWorld();
    const asked = expectAsks(await held.begin(toCall()));
    expect([...asked.questions]).toEqual([["name", NAME]]);
    const retry = toCall({ answers: { name: accept({ name: "Ada" }) } });
    expect(await held.resume(asked.state, retry)).toEqual({ kind: "ended", result: "done" });
    expect(answers).toEqual([accept({ name: "Ada" })]);
    expect(held.resume(asked.state, retry)).toBeNull();
    expect(world.begun).toBeLessThanOrEqual(1);
  });

  it("puts what is asked together into one answer, and asks in rounds", async () => {
    const { held, toCall } = createWorld();
    const other: Question = { ...NAME, key: "place" };
    const asked = expectAsks(await held.begin(toCall({}, [[NAME, other, NAME], [NAME]])));
    expect([...asked.questions.keys()]).toEqual(["name", "place", "question-1"]);
    const answers = { name: accept({}), place: { action: "decline" }, "question-1": { action: "cancel" } };
    const again = expectAsks((await held.resume(asked.state, toCall({ answers }))) ?? { kind: "ended", result: "" });
    expect(again.state).not.toBe(asked.state);
    expect([...again.questions.keys()]).toEqual(["name"]);
  });

  it.each([
    ["nothing", {}],
    ["another name", { other: accept({}) }],
    ["a number", { name: 5 }],
    ["no action", { name: {} }],
    ["a value of another type", { name: accept({ name: 5 }) }],
    ["a nested value", { name: accept({ deep: { er: 1 } }) }],
    ["too much", { name: accept({ text: "x".repeat(70_000) }) }],
  ])("asks again when what came is no answer: %s", async (_, answers) => {
    const { held, toCall } = createWorld();
    const asked = expectAsks(await held.begin(toCall()));
    const again = expectAsks((await held.resume(asked.state, toCall({ answers }))) ?? { kind: "ended", result: "" });
    expect([...again.questions]).toEqual([["name", NAME]]);
  });

  it("takes an answer that came before the question", async () => {
    const { held, toCall } = createWorld();
    const answers = { name: accept({ name: "Ada" }), more: accept({}) };
    expect(await held.begin(toCall({ answers }))).toEqual({ kind: "ended", result: "done" });
  });

  it.each<[string, (state: string) => string, Partial<HoldableCall<string>>]>([
    ["changed", (state) => `${state.slice(0, -4)}AAAA`, {}],
    ["longer", (state) => `${state}-TAMPERED`, {}],
    ["cut", (state) => state.slice(0, 20), {}],
    ["empty", () => "", {}],
    ["huge", () => "A".repeat(100_000), {}],
    ["of somebody else", (state) => state, { binding: "bob/tool/{}" }],
    ["of other arguments", (state) => state, { binding: 'alice/tool/{"path":"/"}' }],
  ])("refuses a state that is %s, and nothing goes on", async (_, change, changes) => {
    const world = createWorld();
    const { state } = expectAsks(await world.held.begin(world.toCall()));
    const answers = { name: accept({ name: "Eve" }) };
    expect(world.held.resume(change(state), world.toCall({ ...changes, answers }))).toBeNull();
    expect([world.begun, world.answers]).toEqual([1, []]);
    // Whose it is can still answer.
    expect(await world.held.resume(state, world.toCall({ answers }))).toMatchObject({ kind: "ended" });
  });

  it("refuses the state of another process", async () => {
    const [one, other] = [createWorld(), createWorld()];
    const { state } = expectAsks(await one.held.begin(one.toCall()));
    expect(other.held.resume(state, other.toCall())).toBeNull();
  });

  it("ends when its client does not come back in time, or goes away", async () => {
    const world = createWorld({ holdMs: 1 });
    const { state } = expectAsks(await world.held.begin(world.toCall()));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.held.resume(state, world.toCall())).toBeNull();
    const gone = new AbortController();
    gone.abort();
    expect(await world.held.begin(world.toCall({ signal: gone.signal }))).toEqual({ kind: "ended", result: "ended" });
  });

  it("asks nobody where too many wait already, of one owner or of all", async () => {
    const world = createWorld({ most: 2, mostPerOwner: 1 });
    expectAsks(await world.held.begin(world.toCall()));
    expect(await world.held.begin(world.toCall())).toEqual({ kind: "ended", result: "done" });
    expectAsks(await world.held.begin(world.toCall({ owner: "bob" })));
    expect(await world.held.begin(world.toCall({ owner: "carol" }))).toEqual({ kind: "ended", result: "done" });
    expect(world.answers).toEqual([{ action: "decline" }, { action: "decline" }]);
    world.held.close();
  });
});
