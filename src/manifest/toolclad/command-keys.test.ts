import { describe, expect, it } from "vitest";
import { parseManifest } from "../parse-manifest.ts";

function codesOf(tables: string): readonly string[] {
  const text = `[tool]\nname = "a"\ndescription = "x"\n${tables}`;
  const { issues } = parseManifest(text, { file: "a.clad.toml", layer: "user" });
  return issues.map(({ severity, code, line }) => `${severity === "error" ? "" : "~"}${code}@${line}`);
}

/** Every key of the two tables that a one-shot tool has besides its arguments: taken, or refused with its place. */
describe("the keys of [command]", () => {
  it.each<[string, readonly string[]]>([
    ['exec = ["s"]', []],
    ['template = "s"', []],
    ['executor = "./s.sh"', []],
    ['exec = ["s", "{a}"]\n[command.defaults]\na = 1', []],
    ['exec = ["s", "{_m_flags}"]\n[command.mappings.m]\nx = "-x"', ["unknown-arg@6", "undeclared-placeholder@5"]],
    ['exec = ["s", "{_c}"]\n[command.conditionals.c]\nwhen = "m == 1"\ntemplate = "-c"', ["bad-condition@7"]],
    ["exec = []", ["empty-list@5"]],
    ['exec = ["s", 1]', ["wrong-type@5"]],
    ["template = 1", ["wrong-type@5"]],
    ['template = ""', ["bad-program@5"]],
    ["executor = 1", ["wrong-type@5"]],
    ['exec = ["s"]\nenv = ["A"]', ["unknown-key@6"]],
    ['exec = ["s"]\ncwd = "x"', ["unknown-key@6"]],
    ['exec = ["s"]\ntemplate = "s"', ["~ignored-key@6"]],
  ])("%s", (body, codes) => {
    expect([...codesOf(`[command]\n${body}\n[output]`)].sort()).toEqual([...codes].sort());
  });
});

describe("the keys of [output]", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ...["text", "json", "jsonl", "csv", "xml"].flatMap((name): [string, readonly string[]][] => [
      [`format = "${name}"`, []],
      [`parser = "builtin:${name}"`, []],
      [`parser = "${name}"`, ["unknown-parser@7"]],
    ]),
    ['format = "yaml"', ["unknown-format@7"]],
    ['parser = "custom:./p"', []],
    ['parser = "custom:p"', ["unknown-parser@7"]],
    ["envelope = true", []],
    ["envelope = false", []],
    ["envelope = 1", ["wrong-type@7"]],
    ['schema = { type = "object" }', []],
    ['schema = { type = "object", required = "a" }', ["bad-schema@7"]],
    ["schema = { default = 2020-01-01 }", ["not-json@7"]],
    ["encoding = 1", ["unknown-key@7"]],
  ])("%s", (body, codes) => {
    expect(codesOf(`[command]\nexec = ["s"]\n[output]\n${body}`)).toEqual(codes);
  });
});
