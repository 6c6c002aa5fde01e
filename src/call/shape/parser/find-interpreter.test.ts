import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findInterpreter } from "./find-interpreter.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-parser-test-")));
  writeFileSync(path.join(folder, "real"), "\0binary");
  chmodSync(path.join(folder, "real"), 0o755);
  symlinkSync("real", path.join(folder, "node"));
  writeFileSync(path.join(folder, "id_key"), "-----BEGIN-----\n", { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function find(head: string): readonly string[] {
  const script = path.join(folder, "script");
  writeFileSync(script, `${head.replaceAll("FOLDER", folder)}\nrest\n`);
  return findInterpreter(script, `/nowhere:${folder}`).map((file) => path.relative(folder, file));
}

describe("the program that reads a script", () => {
  it.each<[head: string, found: readonly string[]]>([
    ["#!FOLDER/node", ["node", "real"]],
    ["#! FOLDER/real -x", ["real"]],
    ["#!/usr/bin/env node", ["node", "real"]],
    ["#!/usr/bin/env missing", []],
    ["#!/usr/bin/env -S node", []],
    ["#!/usr/bin/env", []],
    ["#!FOLDER/id_key", []],
    ["#!FOLDER", []],
    ["#!node", []],
    ["#!", []],
    ["\u007fELF", []],
  ])("of %j is %j", (head, found) => {
    expect(find(head)).toEqual(found);
  });
});
