import { describe, expect, it } from "vitest";
import { readTrace } from "./read-trace.ts";

const META = { traceparent: "m", tracestate: "ms", baggage: "mb", progressToken: 1 };
const headers = (init: Record<string, string>): Headers => new Headers(init);

describe("readTrace", () => {
  it.each([
    ["nothing", undefined, undefined, undefined],
    ["nothing of it", { progressToken: 1 }, headers({ a: "b" }), undefined],
    ["_meta", META, undefined, { traceparent: "m", tracestate: "ms", baggage: "mb" }],
    [
      "_meta before headers, and no mix of the two",
      { traceparent: "m" },
      headers({ traceparent: "h", tracestate: "hs" }),
      { traceparent: "m", tracestate: undefined, baggage: undefined },
    ],
    [
      "headers where _meta has no traceparent",
      { tracestate: "ms" },
      headers({ traceparent: "h", baggage: "hb" }),
      { traceparent: "h", tracestate: undefined, baggage: "hb" },
    ],
    ["no baggage alone", { baggage: "b" }, headers({ baggage: "b" }), undefined],
    ["what is no text, for others to judge", { traceparent: 7 }, undefined, { traceparent: 7 }],
  ])("takes %s", (_what, meta, sent, expected) => {
    expect(readTrace({ meta, headers: sent })).toEqual(expected);
  });
});
