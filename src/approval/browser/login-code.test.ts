import { describe, expect, it } from "vitest";
import { openPage, sealPage } from "./announced-page.ts";
import { makeLoginCode, openLoginCode } from "./login-code.ts";

const KEY = new Uint8Array(32).fill(7);
const NOW = Date.parse("2030-01-01T00:00:00Z");

describe("a login code", () => {
  it("opens at its gateway until its time is over, and says what makes it one", () => {
    const { code, expiresAt } = makeLoginCode(KEY, "g", NOW);
    expect(expiresAt - NOW).toBe(120_000);
    expect(openLoginCode(KEY, "g", code, expiresAt - 1)).toMatchObject({ expiresAt });
    const nonces = [code, makeLoginCode(KEY, "g", NOW).code].map((one) => openLoginCode(KEY, "g", one, NOW)?.nonce);
    expect(new Set(nonces).size).toBe(2);
  });

  it.each<[string, (code: string) => readonly [Uint8Array, string, string, number]]>([
    ["another key", (code) => [new Uint8Array(32), "g", code, NOW]],
    ["another gateway", (code) => [KEY, "h", code, NOW]],
    ["the end of its time", (code) => [KEY, "g", code, NOW + 120_000]],
    ["a clock that was set back", (code) => [KEY, "g", code, NOW - 1]],
    ["more behind it", (code) => [KEY, "g", `${code}A`, NOW]],
    ["nothing of it", () => [KEY, "g", "", NOW]],
    ["a later end", (code) => [KEY, "g", code.replace(/^[^.]+/, (NOW + 120_001).toString(36)), NOW]],
    ["no end", (code) => [KEY, "g", code.replace(/^[^.]+/, "infinity"), NOW]],
  ])("does not open with %s", (_, change) => {
    expect(openLoginCode(...change(makeLoginCode(KEY, "g", NOW).code))).toBeNull();
  });
});

describe("an announced page", () => {
  const page = { gateway: "g", base: "http://127.0.0.1:1" };
  const text = sealPage(KEY, "/w", page);
  it("is believed as it was written, for its workspace", () => {
    expect(openPage(KEY, "/w", text)).toEqual(page);
    expect(openPage(KEY, "/other", text)).toBeNull();
    expect(openPage(new Uint8Array(32), "/w", text)).toBeNull();
  });
  it.each([[text.replace(":1", ":2")], ["{}"], ["null"], [""], ['{"gateway":"g","base":"b","mac":5}']])(
    "is not believed as %s",
    (changed) => expect(openPage(KEY, "/w", changed)).toBeNull(),
  );
});
