import { describe, expect, it } from "vitest";
import { inTurn } from "./in-turn.ts";

describe("inTurn", () => {
  it("never runs twice at once, and gives a caller a run that began after it asked", async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const run = inTurn(async () => {
      most = Math.max(most, ++running);
      const number = ++runs;
      await Promise.resolve();
      running--;
      return number;
    });
    expect(await Promise.all([run(), run(), run(), run()])).toEqual([1, 2, 2, 2]);
    expect(await run()).toBe(3);
    expect(most).toBe(1);
  });

  it("goes on after a failure, which only those who asked see", async () => {
    let runs = 0;
    const run = inTurn(() => (++runs === 1 ? Promise.reject(new Error("once")) : Promise.resolve(runs)));
    const first = run();
    const second = run();
    await expect(first).rejects.toThrow("once");
    expect(await second).toBe(2);
  });
});
