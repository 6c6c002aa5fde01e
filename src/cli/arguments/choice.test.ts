import { describe, expect, it } from "vitest";
import { parseSince } from "../control/audit/show-audit.ts";
import { parseChoice, parseWhole } from "./choice.ts";
import { parseDuration } from "./duration.ts";

describe("parseDuration", () => {
  it.each([
    ["250ms", 250],
    ["30", 30_000],
    ["30s", 30_000],
    ["5m", 300_000],
    ["12h", 43_200_000],
    ["30d", 2_592_000_000],
    ["2w", 1_209_600_000],
  ])("reads %s", (text, ms) => {
    expect(parseDuration(text, "--expires")).toBe(ms);
  });

  it.each(["", "0", "0s", "-5s", "5 s", "5y", "1e3s", "99999999999d", "s"])("refuses %j", (text) => {
    expect(() => parseDuration(text, "--expires")).toThrow("--expires takes a duration");
  });
});

describe("parseChoice", () => {
  it("names the near one", () => {
    expect(parseChoice("plan", ["plan", "default"], "mode")).toBe("plan");
    expect(() => parseChoice("pln", ["plan", "default"], "mode")).toThrow("did you mean `plan`?");
  });
});

describe("parseWhole", () => {
  it.each(["", "-1", "1.5", "0x10", "65536", "1e3"])("refuses %j", (text) => {
    expect(() => parseWhole(text, "--port", [0, 65_535])).toThrow("--port takes a whole number");
  });
  it("takes the bounds", () => {
    expect([parseWhole("0", "--port", [0, 65_535]), parseWhole("65535", "--port", [0, 65_535])]).toEqual([0, 65_535]);
  });
});

describe("parseSince", () => {
  const now = new Date("2026-05-01T12:00:00.000Z");
  it.each([
    ["2h", "2026-05-01T10:00:00.000Z"],
    ["2026-04-30", "2026-04-30T00:00:00.000Z"],
    ["2026-04-30T08:30:00Z", "2026-04-30T08:30:00.000Z"],
  ])("reads %s", (text, iso) => {
    expect(parseSince(text, now)).toBe(iso);
  });
  it.each(["yesterday", "2026-13-45", "-2h"])("refuses %s", (text) => {
    expect(() => parseSince(text, now)).toThrow("--since takes");
  });
});
