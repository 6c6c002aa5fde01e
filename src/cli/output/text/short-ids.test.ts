import { describe, expect, it } from "vitest";
import { createKeptScreen } from "../screen.fixture.ts";
import { shortenIds } from "./short-ids.ts";

const terminal = createKeptScreen({ isTerminal: true });
const RANDOM = ["43d13799-af01-4335-9e0d-48a8c6b6e7bd", "0988f5f2-df23-4d0f-9334-5f214551552b"];
const TIMED = ["01a1fb4a-961b-7497-9895-036365a722f8", "01a1fb4a-961b-742c-bb2a-6324a4834817"];

describe("shortenIds", () => {
  it.each([
    ["random ids to their first part", RANDOM, ["43d13799", "0988f5f2"]],
    ["one id that begins with the time to the millisecond", TIMED.slice(0, 1), ["01a1fb4a-961b"]],
    ["ids of the same millisecond to where they differ", TIMED, ["01a1fb4a-961b-749", "01a1fb4a-961b-742"]],
  ])("shortens %s", (_, ids, short) => {
    expect(ids.map(shortenIds([...ids, ...ids], terminal))).toEqual(short);
  });

  it("leaves them whole where a program reads", () => {
    expect(RANDOM.map(shortenIds(RANDOM, createKeptScreen()))).toEqual(RANDOM);
  });
});
