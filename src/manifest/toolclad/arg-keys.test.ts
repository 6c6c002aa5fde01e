import { describe, expect, it } from "vitest";
import { parseManifest } from "../parse-manifest.ts";
import { ARG_TYPES } from "./arg-shape.ts";
import type { ToolcladArgType } from "./arg-shape.ts";

/** Every key of an argument that belongs to some types only, with a value of its kind, and the types it belongs to. */
const KEYS: Readonly<Record<string, readonly [value: string, types: readonly ToolcladArgType[]]>> = {
  allowed: ['["a"]', ["enum"]],
  pattern: ['"^a$"', ["string", "regex_match"]],
  min: ["1", ["integer", "number"]],
  max: ["9", ["integer", "number"]],
  min_float: ["0.5", ["number"]],
  max_float: ["9.5", ["number"]],
  clamp: ["false", ["integer", "number"]],
  schemes: ['["https"]', ["url"]],
  scope_check: ["true", ["url"]],
  allow_empty: ["true", ["string", "regex_match"]],
};
const COMMON = ["position = 3", "required = true", 'description = "x"', "allow_leading_dash = true"];
const NEEDED: Readonly<Partial<Record<ToolcladArgType, string>>> = { enum: "allowed", regex_match: "pattern" };

function codesOf(type: string, lines: readonly string[]): readonly string[] {
  const table = [`type = "${type}"`, ...lines].join("\n");
  const text = `[tool]\nname = "a"\ndescription = "x"\n[args.x]\n${table}\n[command]\nexec = ["s", "{x}"]\n[output]\n`;
  const { issues } = parseManifest(text, { file: "a.clad.toml", layer: "user" });
  return issues.map(({ code, line, column }) => `${code}@${line}:${column}`);
}

describe.each(ARG_TYPES)("an argument of type %s", (type) => {
  const needed = NEEDED[type];
  const base = needed === undefined ? [] : [`${needed} = ${KEYS[needed]?.[0] ?? ""}`];

  it.each(Object.entries(KEYS))("takes %s, or says where it belongs", (key, [value, types]) => {
    if (key === needed) return;
    const isOwn = types.includes(type);
    const line = 6 + base.length;
    expect(codesOf(type, [...base, `${key} = ${value}`])).toEqual(isOwn ? [] : [`misplaced-key@${line}:1`]);
  });

  it.each([...COMMON, 'sanitize = ["injection"]'])("takes %s", (line) => {
    expect(codesOf(type, [...base, line])).toEqual([]);
  });

  it.each(["alowed = []", "feeds_decision = true", "_x = 1", "constructor = 1"])("refuses %s", (line) => {
    expect(codesOf(type, [...base, line])).toEqual([`unknown-key@${6 + base.length}:1`]);
  });
});
