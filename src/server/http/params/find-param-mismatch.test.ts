import { describe, expect, it } from "vitest";
import type { HeaderParam } from "../../../params/json-schema/read-header-params.ts";
import { findParamMismatch } from "./find-param-mismatch.ts";

const param = (type: HeaderParam["type"], ...path: readonly string[]): HeaderParam => ({
  path: path.length === 0 ? ["a"] : path,
  header: "mcp-param-a",
  type,
});
const judge = (one: HeaderParam, args: unknown, sent: string | undefined): string | null =>
  findParamMismatch([one], args, sent === undefined ? {} : { "mcp-param-a": sent })?.problem ?? null;
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString("base64")}?=`;

describe("headers and arguments", () => {
  it.each<readonly [HeaderParam, unknown, string | undefined]>([
    [param("string"), { a: "us-west1" }, "us-west1"],
    [param("string"), { a: "" }, ""],
    [param("string"), { a: "" }, base64("")],
    [param("string"), { a: "Hello, 世界\r\n" }, base64("Hello, 世界\r\n")],
    [param("string"), { a: "SGVsbG8=" }, "SGVsbG8="],
    [param("string"), { a: "=?base64?SGVsbG8=" }, "=?base64?SGVsbG8="],
    [param("integer"), { a: 42 }, "42"],
    [param("integer"), { a: -42 }, "-42.0"],
    [param("boolean"), { a: false }, "false"],
    [param("string"), { a: null }, undefined],
    [param("string"), {}, undefined],
    [param("string"), undefined, undefined],
    [param("string", "a", "b"), { a: { b: "x" } }, "x"],
    [param("string", "constructor"), {}, undefined],
    [param("string", "toString", "name"), {}, undefined],
    // Refused for its type.
    [param("string"), { a: ["x"] }, "y"],
  ])("agree: %j of %j is %j", (one, args, sent) => expect(judge(one, args, sent)).toBeNull());

  it.each<readonly [HeaderParam, unknown, string | undefined, RegExp]>([
    [param("string"), { a: "x" }, undefined, /missing/],
    [param("string"), { a: "x" }, "y", /something else/],
    [param("string"), { a: "x" }, "X", /something else/],
    [param("string"), { a: "x" }, "x, x", /something else/],
    [param("string"), { a: "Hello" }, "=?base64?SGVsbG8?=", /stands for/],
    [param("string"), { a: "Hello" }, "=?base64?SGVs!!!bG8=?=", /stands for/],
    [param("string"), { a: "Hello" }, "=?base64?SGVs bG8=?=", /stands for/],
    [param("string"), { a: "\ufffd" }, "=?base64?/w==?=", /stands for/],
    [param("string"), { a: "=?base64?=" }, "=?base64?=", /stands for/],
    [param("string"), { a: "é" }, "é", /characters/],
    [param("string"), { a: "a\u0007" }, "a\u0007", /characters/],
    [param("integer"), { a: 42 }, "0x2a", /something else/],
    [param("integer"), { a: 42 }, "", /something else/],
    [param("integer"), { a: 100 }, "1e2", /something else/],
    [param("integer"), { a: 2 ** 53 }, "9007199254740993", /something else/],
    [param("boolean"), { a: true }, "True", /something else/],
    // A balancer may have acted on what the body never says.
    [param("string"), {}, "admin", /have no "a"/],
    [param("string"), { a: null }, "admin", /have no "a"/],
    [param("string"), [], "admin", /have no "a"/],
  ])("disagree: %j of %j is %j", (one, args, sent, problem) => expect(judge(one, args, sent)).toMatch(problem));

  it("never shows the argument", () => {
    expect(JSON.stringify(findParamMismatch([param("string")], { a: "s3cret" }, { "mcp-param-a": "x" }))).not.toContain(
      "s3cret",
    );
  });
});
