import { describe, expect, it } from "vitest";
import { renderDuration } from "../../../text/render-duration.ts";
import { renderTime } from "./relative-time.ts";
import { createKeptScreen } from "../screen.fixture.ts";

const now = new Date("2026-05-01T12:00:00.000Z");
const terminal = createKeptScreen({ isTerminal: true });

describe("renderTime", () => {
  it.each([
    ["2026-05-01T11:57:00.000Z", "3m ago"],
    ["2026-05-01T12:02:05.000Z", "in 2m 5s"],
    ["2026-05-01T12:00:00.200Z", "now"],
    ["2026-04-28T09:00:00.000Z", "3d 3h ago"],
    ["no time", "no time"],
    [null, "never"],
  ])("says %s as %s in a terminal", (iso, text) => {
    expect(renderTime(iso, now, terminal)).toBe(text);
  });

  it("gives the time itself elsewhere", () => {
    expect(renderTime("2026-05-01T11:57:00.000Z", now, createKeptScreen())).toBe("2026-05-01T11:57:00.000Z");
    expect(renderTime(null, now, createKeptScreen())).toBe("");
  });
});

describe("renderDuration", () => {
  it.each([
    [0.4, "0ms"],
    [850, "850ms"],
    [1500, "1.5s"],
    [12_400, "12s"],
    [61_000, "1m 1s"],
    [3_600_000, "1h"],
    [90_061_000, "1d 1h"],
  ])("says %d ms as %s", (ms, text) => {
    expect(renderDuration(ms)).toBe(text);
  });
});
