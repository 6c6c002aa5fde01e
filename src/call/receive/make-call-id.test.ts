import { describe, expect, it } from "vitest";
import { makeCallId } from "./make-call-id.ts";

describe("makeCallId", () => {
  it("is a version 7 UUID", () => {
    expect(makeCallId(Date.now())).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("sorts by time and never repeats", () => {
    const ids = Array.from({ length: 1000 }, (_, index) => makeCallId(1_700_000_000_000 + index));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 1000 }, () => makeCallId(5))).size).toBe(1000);
  });
});
