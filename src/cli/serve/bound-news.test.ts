import { expect, it } from "vitest";
import { createHeldClock } from "../../mcp-bridge/connect/upstream.fixture.ts";
import { createBoundNews } from "./bound-news.ts";

it("tells ten a minute, the last of the rest at its end, and others of other names", () => {
  const clock = createHeldClock();
  const told: [string, number, number][] = [];
  const news = createBoundNews<number>(clock, (name, number, leftOut) => told.push([name, number, leftOut]));
  for (let number = 0; number < 1000; number++) news.tell("flaps", number);
  news.tell("calm", 0);
  expect(told).toHaveLength(11);
  expect(told.at(-1)).toEqual(["calm", 0, 0]);
  clock.pass(60_000);
  expect(told.slice(11)).toEqual([["flaps", 999, 989]]);
  news.tell("flaps", 1000);
  expect(told.at(-1)).toEqual(["flaps", 1000, 0]);
  for (let number = 0; number < 20; number++) news.tell("flaps", number);
  news.close();
  clock.pass(60_000);
  expect(told).toHaveLength(22);
});
