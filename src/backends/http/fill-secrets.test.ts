import { describe, expect, it } from "vitest";
import { Refused } from "../../model/errors.ts";
import type { PlannedText, SecretPlace } from "../../model/plan.ts";
import { fillSecrets } from "./fill-secrets.ts";

const at = (as: SecretPlace): PlannedText => [
  { kind: "text", text: "<" },
  { kind: "secret", name: "k", as },
  { kind: "text", text: ">" },
];

describe("a secret in its place", () => {
  it.each<[SecretPlace, string, string]>([
    ["path", "a/b?c", "a%2Fb%3Fc"],
    ["query", "a&b=c d", "a%26b%3Dc%20d"],
    ["form", "a&b+c", "a%26b%2Bc"],
    ["header", 'Bearer "x" $&', 'Bearer "x" $&'],
    ["text", 'a"\n', 'a\\"\\n'],
    ["json-string", 'a"\n\\', 'a\\"\\n\\\\'],
    ["json-value", 'a"', '"a\\""'],
    ["header", "{_secret:other} {x}", "{_secret:other} {x}"],
    ["query", "{_secret:other}", "%7B_secret%3Aother%7D"],
    ["json-string", "{_secret:k}", "{_secret:k}"],
    ["header", "ab", "ab"],
  ])("%s: %j", (place, value, written) => {
    expect(fillSecrets(at(place), { k: value, other: "no" })).toBe(`<${written}>`);
  });

  it.each<[SecretPlace, string]>([
    ["header", "a\r\nX-B: 1"],
    ["header", "a\n"],
    ["header", "a\0b"],
    ["header", "é"],
    ["path", ".."],
    ["path", "../../admin"],
    ["query", ""],
    ["json-string", "\ud800"],
  ])("%s: %j is refused without a word of it", (place, value) => {
    const found = catchRefusal(() => fillSecrets(at(place), { k: value }));
    expect(found.info).toMatchObject({ code: "SECRET_UNAVAILABLE", details: { secret: "k" } });
    expect(value !== "" && JSON.stringify(found.info).includes(JSON.stringify(value).slice(1, -1))).toBe(false);
  });

  it.each([{}, { K: "x" }, Object.create({ k: "inherited" }) as Record<string, string>])(
    "is there or is missed",
    (has) => {
      expect(catchRefusal(() => fillSecrets(at("header"), has)).info.code).toBe("SECRET_MISSING");
    },
  );
});

function catchRefusal(run: () => unknown): Refused {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return error;
  }
  throw new Error("nothing was refused");
}
