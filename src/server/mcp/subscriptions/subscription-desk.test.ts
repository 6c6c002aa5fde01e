import { expect, it } from "vitest";
import type { Explanation } from "../../../call/runtime.ts";
import type { Outcome } from "../../../model/outcome.ts";
import { createSubscriptionDesk } from "./subscription-desk.ts";
import type { Subscriber, SubscriptionDesk } from "./subscription-desk.ts";

interface World {
  readonly desk: SubscriptionDesk;
  /** What the policy says of every call at the moment. */
  decided: Partial<Explanation>;
  readonly watched: Map<string, () => void>;
}

function create(most: number): World {
  const watched = new Map<string, () => void>();
  const offers = {
    findResource: (uri: string) => Promise.resolve(uri.startsWith("no") ? null : { server: "s", tool: "t", uri }),
    reach: () => Promise.resolve({ resources: new Set(["s"]), prompts: new Set<string>() }),
    watch({ uri }: { readonly uri: string }, listener: () => void) {
      watched.set(uri, listener);
      return () => watched.delete(uri);
    },
    list: () => Promise.resolve({ resources: [], templates: [], prompts: [] }),
    showLinks: () => [],
  };
  const explain = (): Promise<Explanation> => Promise.resolve(world.decided as Explanation);
  const desk = createSubscriptionDesk({
    runtime: { offers, explain },
    entry: "mcp-http",
    onError: (error) => {
      throw error;
    },
    most,
  });
  const world: World = { desk, watched, decided: toDecided("allow") };
  return world;
}

const toDecided = (effect: "allow" | "ask" | "deny", code = "ALLOWED"): Partial<Explanation> =>
  ({ decision: { effect, code }, refusal: null }) as unknown as Partial<Explanation>;

function by(credential: string, status: "success" | "refused" = "success"): Subscriber {
  const caller = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential } as const;
  return {
    viewer: { caller, hints: {} },
    isValid: () => Promise.resolve(true),
    run: () => Promise.resolve({ status } as Outcome),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("gives each credential so many over all its connections, and back what is over", async () => {
  const { desk, watched } = create(2);
  const [one, two] = [desk.open(() => undefined), desk.open(() => undefined)];
  expect(await one.add("a", by("x"))).toEqual({ ok: true });
  expect(await one.add("a", by("x"))).toEqual({ ok: true });
  expect(await two.add("b", by("x"))).toEqual({ ok: true });
  expect(await two.add("c", by("x"))).toEqual({ ok: false, why: "full" });
  expect(await two.add("c", by("y"))).toEqual({ ok: true });
  one.remove("a");
  expect(await two.add("no", by("x"))).toEqual({ ok: false, why: "unknown" });
  expect(await two.add("d", by("x", "refused"))).toMatchObject({ ok: false, why: "refused" });
  expect(await two.add("e", by("x"))).toEqual({ ok: true });
  expect([...watched.keys()].sort()).toEqual(["b", "c", "e"]);
  two.close();
  expect(watched.size).toBe(0);
});

it.each<{ began: "allow" | "ask"; now: Partial<Explanation>; heard: number; isOver: boolean }>([
  { began: "allow", now: toDecided("allow"), heard: 1, isOver: false },
  { began: "ask", now: toDecided("ask"), heard: 1, isOver: false },
  { began: "allow", now: toDecided("ask"), heard: 0, isOver: true },
  { began: "allow", now: toDecided("deny", "DENIED_BY_RULE"), heard: 0, isOver: true },
  { began: "allow", now: toDecided("deny", "PAUSED"), heard: 0, isOver: false },
  { began: "allow", now: toDecided("deny", "RATE_LIMITED"), heard: 0, isOver: false },
])("tells what may be read now: began with $began, now $now", async ({ began, now, heard, isOver }) => {
  const world = create(1);
  const told: string[] = [];
  world.decided = toDecided(began);
  await world.desk.open((uri) => told.push(uri)).add("a", by("x"));
  world.decided = now;
  world.watched.get("a")?.();
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(told.length).toBe(heard);
  expect(world.watched.size).toBe(isOver ? 0 : 1);
});
