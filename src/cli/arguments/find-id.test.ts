import { describe, expect, it } from "vitest";
import { findId } from "./find-id.ts";

const IDS = ["0192f0c1-1111", "0192f0c1-2222", "abcdef01-3333"];

describe("findId", () => {
  it.each([
    ["abcdef01-3333", "abcdef01-3333"],
    ["abcd", "abcdef01-3333"],
    ["ABCDEF01", "abcdef01-3333"],
    ["0192f0c1-1", "0192f0c1-1111"],
  ])("%s means %s", (given, id) => {
    expect(findId(given, IDS)).toBe(id);
  });

  it.each(["ffff", "abcdef01-33334", "x"])("leaves %s, which none begins with, to the one who looks it up", (given) => {
    expect(findId(given, IDS)).toBe(given);
  });

  it("takes an id that another one continues", () => {
    expect(findId("abcd", ["abcd", "abcdef"])).toBe("abcd");
  });

  it.each(["", "a", "abc"])("refuses %j as too short", (given) => {
    expect(() => findId(given, IDS)).toThrow("too short");
  });

  it("refuses a beginning of several, and lists them", () => {
    expect(() => findId("0192", IDS)).toThrow(
      expect.objectContaining({
        code: "AMBIGUOUS_ID",
        message: "2 ids begin with `0192`",
        hint: "give more of one of them: 0192f0c1-1111, 0192f0c1-2222",
        exitCode: 2,
      }),
    );
  });
});
