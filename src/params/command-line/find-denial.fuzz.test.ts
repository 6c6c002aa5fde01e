import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRESETS } from "../../manifest/credentialed/presets/presets.ts";
import type { PresetName } from "../../manifest/credentialed/presets/presets.ts";
import { findDenial } from "./find-denial.ts";
import { findProgramKnowledge } from "./programs/programs.ts";
import { toDenyWords } from "./to-deny-words.ts";
import { validateCommandLine } from "./validate-command-line.ts";

const names = Object.keys(PRESETS) as readonly PresetName[];
const value = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.startsWith("-"));

/** One option as it may be written in front of, between or after subcommands. */
function option(name: string): fc.Arbitrary<readonly string[]> {
  const valued = [...(findProgramKnowledge(name)?.valueOptions ?? [])];
  const known = valued.length === 0 ? fc.constant("--known") : fc.constantFrom(...valued);
  const unknown = fc.stringMatching(/^--?[a-z][a-z-]{0,8}$/).filter((text) => !valued.includes(text));
  return fc.oneof(
    ...(valued.length === 0 ? [] : [fc.tuple(known, value).map(([key, given]) => [key, given])]),
    fc.tuple(known, value).map(([key, given]) => [`${key}=${given}`]),
    fc.tuple(unknown, value).map(([key, given]) => [key, given]),
    unknown.map((key) => [key]),
    fc.constant(["--"]),
  );
}

function insertAll(
  words: readonly string[],
  options: readonly (readonly [at: number, option: readonly string[]])[],
): string[] {
  const before = (index: number): readonly string[] =>
    options.flatMap(([at, given]) => (at % (words.length + 1) === index ? given : []));
  return [...words.flatMap((word, index) => [...before(index), word]), ...before(words.length)];
}

describe("a denied subcommand", () => {
  it.each(names)("of %s stays denied with any options around it", (name) => {
    const { denyArgs } = PRESETS[name];
    const paths = denyArgs.flatMap((pattern) => toDenyWords(pattern) ?? []);
    expect(paths.length).toBeGreaterThanOrEqual(denyArgs.length);
    const options = fc.array(fc.tuple(fc.nat(), option(name)), { maxLength: 8 });
    const rest = fc.array(value, { maxLength: 3 });
    const spec = { binary: name, binaryPath: null, denyArgs, denyVerbose: [] };
    fc.assert(
      fc.property(fc.constantFrom(...paths), options, rest, (path, given, operands) => {
        expect(findDenial(spec, [...insertAll(path, given), ...operands])).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it("is decided soon, however long the list", () => {
    const denyArgs = ["(a|b)\\s+(a|b)\\s+(a|b)\\s+(a|b)\\s+c", "a\\s+a\\s+a\\s+a\\s+a\\s+c", "x.*y"];
    const args = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? "--o" : "a"));
    const spec = { binary: "acme", binaryPath: null, denyArgs, denyVerbose: [] };
    expect(findDenial(spec, args)).toBeNull();
  });
});

it("any arguments give an answer", () => {
  const word = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("api", "delete", "-X", "--", "graphql", "%", "//", "http://[")); // prettier-ignore
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(word), fc.string(), (name, args, command) => {
      const { denyArgs, denyVerbose } = PRESETS[name];
      const spec = { binary: name, binaryPath: null, denyArgs, denyVerbose };
      for (const given of [{ args }, { command: `${name} ${command}` }]) {
        const result = validateCommandLine(spec, given);
        // Nothing acts on a terminal, whatever was sent.
        if (!result.ok) expect(JSON.stringify(result.issues)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      }
    }),
    { numRuns: 1000 },
  );
});
