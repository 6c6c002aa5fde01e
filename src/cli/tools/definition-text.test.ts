import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Cli } from "../cli.ts";
import { readDefinitionText } from "./definition-text.ts";

function fromInput(text: string): ReturnType<typeof readDefinitionText> {
  const input = new PassThrough();
  input.end(text);
  return readDefinitionText("-", { input: input as unknown as Cli["input"] });
}

describe("the format of standard input", () => {
  it.each([
    ['{"name": "a"}', "custom"],
    ['\n  { "name": "a" }', "custom"],
    ['[{"name": "a"}]', "custom"],
    ["{}", "custom"],
    ['[tool]\nname = "a"', "toolclad"],
    ['# x\n[ tool ]\nname = "a"', "toolclad"],
    ['name = "a"\n[params.tool]\n', "whitelist"],
    ["", "whitelist"],
  ])("of %j is %s", async (text, format) => {
    expect(await fromInput(text)).toEqual({ text, format, shown: "(standard input)" });
  });

  it.each(["x.ts", "x.mjs"])("%s is a module, which is a file in a tool folder", async (file) => {
    await expect(readDefinitionText(file, { input: process.stdin })).rejects.toThrow("is a module");
  });
});
