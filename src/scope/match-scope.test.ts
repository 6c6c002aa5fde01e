import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchScope } from "./match-scope.ts";
import type { Scope } from "./scope.ts";

/** A second implementation that shares nothing with the first: addresses are texts of bits. */
const naive = {
  bits(groups: readonly number[], size: number): string {
    return groups.map((group) => group.toString(2).padStart(size, "0")).join("");
  },
  isIn(address: string, block: string): boolean {
    return address.startsWith(block);
  },
  touches(one: string, other: string): boolean {
    return one.startsWith(other) || other.startsWith(one);
  },
};

interface Block {
  readonly text: string;
  /** The fixed bits. */
  readonly prefix: string;
}

function v4(groups: readonly number[], length: number): Block {
  return { text: `${groups.join(".")}/${length}`, prefix: naive.bits(groups, 8).slice(0, length) };
}

function v6(groups: readonly number[], length: number): Block {
  const text = groups.map((group) => group.toString(16)).join(":");
  return { text: `${text}/${length}`, prefix: naive.bits(groups, 16).slice(0, length) };
}

/** Few distinct bytes, so that blocks meet often. */
const byte = fc.constantFrom(0, 1, 10, 127, 128, 255);
const group = fc.constantFrom(0, 1, 0x2001, 0x8000, 0xfffe, 0x0db8);
const block4 = fc
  .tuple(fc.array(byte, { minLength: 4, maxLength: 4 }), fc.integer({ min: 0, max: 32 }))
  .map(([groups, length]) => v4(groups, length));
const block6 = fc
  .tuple(fc.array(group, { minLength: 8, maxLength: 8 }), fc.integer({ min: 0, max: 128 }))
  .map(([groups, length]) => v6(groups, length));

function toScope(included: readonly Block[], excluded: readonly Block[]): Scope {
  const texts = (blocks: readonly Block[]): string[] => blocks.map((block) => block.text);
  return { networks: texts(included), excludedNetworks: texts(excluded), domains: [], excludedDomains: [] };
}

describe.each([
  ["v4", block4],
  ["v6", block6],
])("matchScope agrees with the bit-by-bit implementation: %s", (_, block) => {
  it("for any target and any scope", () => {
    const blocks = fc.array(block, { maxLength: 4 });
    fc.assert(
      fc.property(block, blocks, blocks, (target, included, excluded) => {
        const expected =
          included.some(({ prefix }) => naive.isIn(target.prefix, prefix)) &&
          !excluded.some(({ prefix }) => naive.touches(target.prefix, prefix));
        expect(matchScope(target.text, toScope(included, excluded)).inScope).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("matchScope", () => {
  it("treats a v4 block and its mapped form as one", () => {
    fc.assert(
      fc.property(block4, block4, (target, included) => {
        const [address = "", length = ""] = target.text.split("/");
        const mapped = `::ffff:${address}/${Number(length) + 96}`;
        const scope = toScope([included], []);
        expect(matchScope(mapped, scope).inScope).toBe(matchScope(target.text, scope).inScope);
      }),
    );
  });

  it("answers for any text", () => {
    const scope = toScope([v4([0, 0, 0, 0], 0)], []);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => typeof matchScope(text, scope).inScope === "boolean"),
    );
  });
});
