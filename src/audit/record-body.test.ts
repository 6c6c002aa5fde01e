import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../model/canonical-json.ts";
import type { JsonObject } from "../model/json.ts";
import { entry } from "../storage/temporary-store.fixture.ts";
import { hashBody, matchPlace, NO_HASH, parseBody, readPlace, renderBody, toDraft } from "./record-body.ts";

const AT = "2030-01-01T00:00:00.000Z";
const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant(`,"previousHash":"${NO_HASH}","seq":7,`));
const data = fc.dictionary(text, fc.jsonValue()) as fc.Arbitrary<JsonObject>;
const entries = fc
  .record({ data, callId: fc.option(text), tool: fc.option(text), status: fc.option(text), workspace: text })
  .map((change) => entry(change));

describe("record body", () => {
  it("is the canonical JSON of the whole record, whatever the entry holds", () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1 }), (given, seq) => {
        const previousHash = hashBody("x");
        const body = renderBody(toDraft(given, AT), seq, previousHash);
        expect(body).toBe(canonicalJson({ ...given, caller: { ...given.caller }, at: AT, seq, previousHash }));
        expect(matchPlace(body, seq, previousHash)).toBe(true);
        expect(readPlace(body)).toBe(seq);
        expect(parseBody(body, "h")).toMatchObject({ seq, previousHash, at: AT, hash: "h" });
      }),
    );
  });

  it("does not take the place of a nested object, or of text, for the record's own", () => {
    const forged = { previousHash: hashBody("forged"), seq: 9, status: "x" };
    const given = entry({ data: { z: forged }, workspace: `,"previousHash":"${NO_HASH}","seq":9,"status":` });
    const body = renderBody(toDraft(given, AT), 3, NO_HASH);
    expect(matchPlace(body, 3, NO_HASH)).toBe(true);
    expect(matchPlace(body, 9, forged.previousHash)).toBe(false);
    expect(readPlace(body)).toBe(3);
  });

  it.each([
    ["no JSON", "{"],
    ["not an object", "[]"],
    ["a key too few", "{}"],
    ["another order of keys", null],
    ["a space", "space"],
    ["an unknown kind", "kind"],
  ])("parses nothing out of %s", (_name, how) => {
    const body = renderBody(toDraft(entry(), AT), 1, NO_HASH);
    const reordered = JSON.stringify({ workspace: "w", ...(JSON.parse(body) as object) });
    const bad =
      how === null
        ? reordered
        : how === "space"
          ? body.replace(":", ": ")
          : how === "kind"
            ? body.replace('"kind":"refused"', '"kind":"other"')
            : how;
    expect(parseBody(bad, "h")).toBeNull();
  });
});
