import { describe, expect, it } from "vitest";
import { readUntil } from "./until.ts";

const NOW = new Date("2026-05-01T12:00:00.000Z");

describe("readUntil", () => {
  it.each([
    [{}, null],
    [{ for: "8h" }, "2026-05-01T20:00:00.000Z"],
    [{ until: "2026-05-02" }, "2026-05-02T00:00:00.000Z"],
    [{ until: "2026-05-01T18:00:00+02:00" }, "2026-05-01T16:00:00.000Z"],
  ])("reads %j", (options, expected) => {
    expect(readUntil(options, NOW)).toBe(expected);
  });

  it.each([
    { for: "8h", until: "2027-01-01" },
    { for: "soon" },
    { until: "tomorrow" },
    { until: "2026-05-01T12:00:00Z" },
    { until: "2026-13-01" },
  ])("refuses %j", (options) => {
    expect(() => readUntil(options, NOW)).toThrow();
  });
});
