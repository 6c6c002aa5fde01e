import { Readable } from "node:stream";
import { writeFileSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Cli } from "../cli.ts";
import { CliError } from "../cli-error.ts";
import { parsePairs, readWhole, refuseTwice } from "./call-arguments.ts";
import type { CallArgumentOptions } from "./call-arguments.ts";
import type { JsonObject } from "../../model/json.ts";

const cli = { input: Readable.from(['{"from": "input"}']) as unknown as NodeJS.ReadStream } as Cli;

async function readCallArguments(options: CallArgumentOptions): Promise<JsonObject> {
  const whole = await readWhole(options, cli);
  const texts = parsePairs(options.arg ?? []);
  refuseTwice(whole, texts);
  return { ...whole, ...texts };
}

describe("parsePairs", () => {
  it.each([
    [["a=1"], { a: "1" }],
    [["a=x=y=z"], { a: "x=y=z" }],
    [["a="], { a: "" }],
    [["args=log", "args=--oneline", "b=2"], { args: ["log", "--oneline"], b: "2" }],
    [['a={"not": "parsed"}'], { a: '{"not": "parsed"}' }],
    [["a=--json"], { a: "--json" }],
    [["a=@/etc/passwd"], { a: "@/etc/passwd" }],
  ])("takes %j verbatim", (pairs, values) => {
    expect(parsePairs(pairs)).toEqual(values);
  });

  it("keeps names that would reach into every object as plain members", () => {
    const values = parsePairs(["__proto__=x", "constructor=y"]);
    expect(Object.keys(values)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });

  it.each(["noequals", "=value", ""])("refuses %j", (pair) => {
    expect(() => parsePairs([pair])).toThrow(CliError);
  });
});

describe("the arguments of a call", () => {
  it("puts both forms together", async () => {
    expect(await readCallArguments({ args: '{"n": 1}', arg: ["s=x"] })).toEqual({ n: 1, s: "x" });
    expect(await readCallArguments({})).toEqual({});
  });

  it("keeps an own __proto__ of the JSON text a plain member", async () => {
    const values = await readCallArguments({ args: '{"__proto__": {"polluted": true}}' });
    expect(Object.keys(values)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("reads a file and standard input", async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), "toolgate-args-")), "args.json");
    writeFileSync(file, '{"from": "file"}');
    expect(await readCallArguments({ args: `@${file}` })).toEqual({ from: "file" });
    expect(await readCallArguments({ args: "-" })).toEqual({ from: "input" });
  });

  it.each([
    [{ args: "{" }, "not JSON"],
    [{ args: "[1]" }, "must be a JSON object"],
    [{ args: "null" }, "must be a JSON object"],
    [{ args: "@/nowhere/at/all" }, "cannot read"],
    [{ args: '{"a": 1}', arg: ["a=2"] }, "in --args and in --arg"],
  ])("refuses %j", async (options, message) => {
    await expect(readCallArguments(options)).rejects.toThrow(message);
  });
});
