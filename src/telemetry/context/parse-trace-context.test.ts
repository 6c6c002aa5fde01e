import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTraceContext } from "./parse-trace-context.ts";
import { toTraceMeta } from "./to-trace-meta.ts";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const GOOD = `00-${ID}-${PARENT}-01`;

describe("traceparent", () => {
  it.each<[unknown, string | null]>([
    [GOOD, GOOD],
    [`00-${ID}-${PARENT}-00`, `00-${ID}-${PARENT}-00`],
    [`00-${ID}-${PARENT}-ff`, `00-${ID}-${PARENT}-03`],
    // A later version may say more, which is not handed on.
    [`01-${ID}-${PARENT}-01-what-comes-later`, GOOD],
    [`cc-${ID}-${PARENT}-01`, GOOD],
    [`01-${ID}-${PARENT}-01.x`, null],
    [`01-${ID}-${PARENT}-01-${"x".repeat(300)}`, null],
    [`00-${ID}-${PARENT}-01-more`, null],
    [`00-${ID}-${PARENT}-01\r\nx-evil: 1`, null],
    [`00-${ID}-${PARENT}-01\n`, null],
    [` ${GOOD}`, null],
    [GOOD.toUpperCase(), null],
    [`ff-${ID}-${PARENT}-01`, null],
    [`00-${"0".repeat(32)}-${PARENT}-01`, null],
    [`00-${ID}-${"0".repeat(16)}-01`, null],
    [`00-${ID}-${PARENT}-1`, null],
    [`${GOOD}, ${GOOD}`, null],
    ["", null],
    [["00"], null],
    [7, null],
    [undefined, null],
  ])("%j becomes %j", (traceparent, expected) => {
    expect(parseTraceContext({ traceparent })?.traceparent ?? null).toBe(expected);
  });

  it.each([undefined, null, "x", 1, [], {}, { tracestate: "a=b", baggage: "a=b" }])(
    "%j belongs to no trace",
    (came) => {
      expect(parseTraceContext(came)).toBeNull();
    },
  );
});

describe("tracestate", () => {
  const many = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}=v`).join(",");
  it.each<[string, boolean]>([
    ["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", true],
    ["rojo=1 ,  congo=2", true],
    ["a=1,,b=2", true],
    ["tenant@system=x y", true],
    ["1a=x", true],
    [many(32), true],
    [many(33), false],
    ["a=1,a=2", false],
    ["A=1", false],
    ["a=b=c", false],
    ["a= ", false],
    ["a=\u00e9", false],
    ["a=1\r\nb: 2", false],
    ["a", false],
    ["=1", false],
    ["a@b@c=1", false],
    [",", false],
    ["", false],
    [`a=${"x".repeat(256)}`, true],
    [`a=${"x".repeat(257)}`, false],
    [`${many(31)},z=${"y".repeat(400)}`, false],
  ])("%j is handed on: %j", (tracestate, isGood) => {
    expect(parseTraceContext({ traceparent: GOOD, tracestate })).toEqual({
      traceparent: GOOD,
      tracestate: isGood ? tracestate : null,
      baggage: null,
    });
  });
});

describe("baggage", () => {
  it.each<[string, boolean]>([
    ["userId=alice,serverNode=DF%2028,isProduction=false", true],
    ["key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue", true],
    ["a=", true],
    ["a", false],
    ["a b=c", false],
    ["a=b c", false],
    ['a="b"', false],
    ["a=b\\c", false],
    ["a=\r\nx: y", false],
    ["a=\u00e9", false],
    ["a=b,", false],
    ["", false],
    [`a=${"x".repeat(8190)}`, true],
    [`a=${"x".repeat(8191)}`, false],
    [Array.from({ length: 65 }, (_, index) => `k${index}=v`).join(","), false],
  ])("%j is handed on: %j", (baggage, isGood) => {
    expect(parseTraceContext({ traceparent: GOOD, baggage })?.baggage).toBe(isGood ? baggage : null);
  });
});

describe("whatever comes", () => {
  it("never throws, and what is handed on has no character that ends a header", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constant(GOOD), fc.anything());
    fc.assert(
      fc.property(fc.record({ traceparent: text, tracestate: text, baggage: text }), (came) => {
        const meta = toTraceMeta({ trace: parseTraceContext(came) });
        for (const value of Object.values(meta)) expect(value).toMatch(/^[\t\x20-\x7e]*$/);
      }),
    );
  });
});

describe("toTraceMeta", () => {
  it("has what is there", () => {
    expect(toTraceMeta({})).toEqual({});
    expect(toTraceMeta({ trace: { traceparent: GOOD, tracestate: null, baggage: "a=b" } })).toEqual({
      traceparent: GOOD,
      baggage: "a=b",
    });
  });
});
