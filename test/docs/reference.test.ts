import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { REFERENCE_FOLDER, renderReference } from "../../scripts/render-reference.ts";
import { TOOL_SHAPE as TOOLCLAD_TOOL } from "../../src/manifest/toolclad/shape.ts";
import { PARAM_TYPES } from "../../src/manifest/whitelist/param-shape.ts";
import { TOOL_SHAPE as WHITELIST_TOOL } from "../../src/manifest/whitelist/shape.ts";
import { ERROR_CODES } from "../../src/model/errors.ts";

const rendered = await renderReference();

function read(name: string): string {
  return readFileSync(path.join(REFERENCE_FOLDER, name), "utf8");
}

describe("the reference that is made from the code", () => {
  // `node scripts/render-reference.ts` writes these pages anew.
  it.each([...rendered.keys()])("is committed as the script writes it: %s", (name) => {
    expect(read(name)).toBe(rendered.get(name));
  });

  it("has every error code", () => {
    for (const code of Object.keys(ERROR_CODES)) expect(read("error-codes.md")).toContain(`| \`${code}\``);
  });
});

describe("the architecture", () => {
  it("names tests that are there", () => {
    const text = readFileSync(path.join(REFERENCE_FOLDER, "../architecture/README.md"), "utf8");
    const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !existsSync(path.join(REFERENCE_FOLDER, "../..", name)))).toEqual([]);
  });
});

describe("the reference that is written by hand", () => {
  it.each([
    ["whitelist-keys.md", Object.keys(WHITELIST_TOOL)],
    ["whitelist-keys.md", [...PARAM_TYPES, "timeout_seconds", "cwd", "max_stdout_bytes", "max_stderr_bytes"]],
    ["toolclad-keys.md", Object.keys(TOOLCLAD_TOOL)],
  ])("has a word on every key: %s", (name, keys) => {
    const text = read(name);
    expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  });
});
