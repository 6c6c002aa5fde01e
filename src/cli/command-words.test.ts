import { describe, expect, it } from "vitest";
import { findCommandName, normalizeWords } from "./command-words.ts";
import { createProgram } from "./program.ts";

describe("findCommandName", () => {
  it.each([
    [["tools", "list"], "tools"],
    [["--json", "call", "x"], "call"],
    [["--config", "serve", "mode"], "mode"],
    [["--config=x", "mode"], "mode"],
    [["help", "audit"], "audit"],
    [["--help"], undefined],
    [[], undefined],
  ])("finds the command of %j", (argv, name) => {
    expect(findCommandName(argv)).toBe(name);
  });
});

describe("normalizeWords", () => {
  const normalize = async (argv: readonly string[]): Promise<readonly string[]> =>
    normalizeWords(await createProgram(argv, () => undefined), argv);

  it.each([
    ["help", "--help"],
    ["help tools", "tools --help"],
    ["help tools list", "tools list --help"],
    ["--json tools help list", "--json tools list --help"],
    ["tools help", "tools --help"],
    ["call help", "call help"],
    ["call help --arg a=help", "call help --arg a=help"],
    ["rules add deny lits", "rules add deny lits"],
    ["tools list --all", "tools list --all"],
    ["--config mode tools list", "--config mode tools list"],
  ])("%s becomes %s", async (given, wanted) => {
    expect((await normalize(given.split(" "))).join(" ")).toBe(wanted);
  });

  it.each([
    ["tolos", "unknown command `tolos`, did you mean `tools`?", "`toolgate --help` lists the commands"],
    ["tolos --help", "unknown command `tolos`, did you mean `tools`?", "`toolgate --help` lists the commands"],
    ["help nonsense", "unknown command `nonsense`", "`toolgate --help` lists the commands"],
    ["tools lsit", "unknown command `lsit`, did you mean `list`?", "`toolgate tools --help` lists the commands"],
    ["help tools lsit", "unknown command `lsit`, did you mean `list`?", "`toolgate tools --help` lists the commands"],
    ["--help aduit", "unknown command `aduit`, did you mean `audit`?", "`toolgate --help` lists the commands"],
  ])("refuses %s", async (given, message, hint) => {
    await expect(normalize(given.split(" "))).rejects.toMatchObject({ message, hint, exitCode: 2 });
  });
});
