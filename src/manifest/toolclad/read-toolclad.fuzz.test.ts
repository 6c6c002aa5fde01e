import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchToolName } from "../tool-name.ts";
import { parseManifest } from "../parse-manifest.ts";

const folder = new URL("../../../test/vectors/manifest/", import.meta.url);
const sources = readdirSync(folder)
  .filter((file) => file.startsWith("toolclad-backends-"))
  .map((file) => readFileSync(new URL(file, folder), "utf8"));

/** Any text gives tools that can be served, or says why not, at places that exist. */
function check(text: string): void {
  const { tools, issues } = parseManifest(text, { file: "x.clad.toml", layer: "project" });
  expect(tools.length > 0).toBe(!issues.some(({ severity }) => severity === "error"));
  for (const { name } of tools) expect(matchToolName(name)).toBe(true);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  const lines = text.split("\n");
  for (const { line, column, message } of issues) {
    expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  }
}

const scalar = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom('"{x}"', '"{_secret:a}"', '"https://{x}@h/{"', '"\\u202e\\u0000"', "'^(?P<x>a)$'", "'(?m)^$'", "nan", "-1", "2026-01-01", "[[]]", "{}"),
); // prettier-ignore
const name = fc.constantFrom(
  "__proto__", "constructor", "toString", "x", "commands", "args", "url", "headers", "line", "pattern", "scope", "login", '""', '"a b"',
); // prettier-ignore

describe("a manifest that someone edited", () => {
  it("with a piece cut out, doubled or replaced", () => {
    const edit = fc.tuple(
      fc.constantFrom(...sources),
      fc.nat(),
      fc.nat(30),
      fc.oneof(fc.string({ unit: "binary" }), scalar, name),
    );
    const text = edit.map(([source, seed, length, insert]) => {
      const at = seed % (source.length + 1);
      return source.slice(0, at) + insert + source.slice(at + length);
    });
    fc.assert(fc.property(text, check), { numRuns: 1500 });
  });

  it("with another value or key on one line", () => {
    const edit = fc.tuple(fc.constantFrom(...sources), fc.nat(), scalar, name, fc.boolean());
    const text = edit.map(([source, seed, value, key, isValue]) => {
      const lines = source.split("\n");
      const at = seed % lines.length;
      const line = lines[at] ?? "";
      const edited = isValue ? line.replace(/=.*/, () => `= ${value}`) : line.replace(/[\w-]+(?=\]| =)/, () => key);
      return lines.with(at, edited).join("\n");
    });
    fc.assert(fc.property(text, check), { numRuns: 1500 });
  });

  it("with the tables of two manifests", () => {
    const pair = fc.tuple(fc.constantFrom(...sources), fc.constantFrom(...sources));
    const text = pair.map(([one, other]) => `${one}\n${other.slice(other.search(/^\[(?!tool\]|output\])/m))}`);
    fc.assert(fc.property(text, check), { numRuns: 500 });
  });
});
