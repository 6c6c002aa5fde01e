import { expect, it } from "vitest";
import { loadShellParser } from "./load-shell-parser.ts";

it("starts the parser once", async () => {
  const first = loadShellParser();
  expect(loadShellParser()).toBe(first);
  expect((await first).findNames("a && b")).toEqual([0, 5]);
});
