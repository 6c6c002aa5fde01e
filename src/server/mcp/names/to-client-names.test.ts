import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toClientNames } from "./to-client-names.ts";

const names = (real: readonly string[], maxLength = 64, others: readonly string[] = []): readonly string[] => {
  const all = new Set([...real, ...others]);
  const made = toClientNames(real, { maxLength }, (name) => all.has(name));
  return real.map((name) => made.toShown(name));
};

describe("names for a client that takes no dots", () => {
  it.each<[string, readonly string[], readonly (string | RegExp)[]]>([
    ["a name that it takes", ["fs_read", "my-tool"], ["fs_read", "my-tool"]],
    ["a dot", ["fs.read"], ["fs_read"]],
    ["two that would be one", ["a.b-c.d", "a.b-c_d"], [/^a_b-c_d_[0-9a-f]{8}$/, /^a_b-c_d_[0-9a-f]{8}$/]],
    ["the name of another tool", ["a.b", "a_b"], [/^a_b_[0-9a-f]{8}$/, "a_b"]],
  ])("are as near as can be: %s", (_what, real, shown) => {
    const made = names(real);
    expect(new Set(made).size).toBe(real.length);
    made.forEach((name, at) => expect(name).toMatch(shown[at] ?? ""));
  });

  it("are not those of tools that are there for others", () => {
    expect(names(["a.b"], 64, ["a_b"])[0]).toMatch(/^a_b_[0-9a-f]{8}$/);
  });

  it("are cut where the client takes no longer ones", () => {
    const [one, other] = names([`${"x".repeat(60)}1`, `${"x".repeat(60)}2`], 50);
    expect([one?.length, other?.length]).toEqual([50, 50]);
    expect(one).not.toBe(other);
  });

  // Few letters, so that names meet often.
  const some = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom("a", "b", ".", "_", "-"), minLength: 1, maxLength: 12 }),
  );

  it("are the client's own, each means one tool, and no tool's own name is another's", () => {
    fc.assert(
      fc.property(some, some, fc.integer({ min: 11, max: 14 }), (visible, hidden, maxLength) => {
        const real = new Set([...visible, ...hidden]);
        const made = toClientNames(visible, { maxLength }, (name) => real.has(name));
        const shown = visible.map((name) => made.toShown(name));
        // What a call by a name means, said once more: the tool that has it, or else the one that was told by it.
        const mean = (name: string): string | undefined =>
          real.has(name) ? name : visible.filter((one) => made.toShown(one) === name)[0];
        for (const [at, name] of shown.entries()) {
          expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
          expect(name.length).toBeLessThanOrEqual(maxLength);
          expect(mean(name)).toBe(visible[at]);
          expect(made.toReal(name) ?? name).toBe(visible[at]);
        }
        expect(new Set(shown).size).toBe(visible.length);
        const turned = toClientNames(visible.toReversed(), { maxLength }, (name) => real.has(name));
        expect(visible.map((name) => turned.toShown(name))).toEqual(shown);
      }),
    );
  });
});
