import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../model/json.ts";
import type { FreeArgsSpec } from "../../model/tool.ts";
import type { ParamContext } from "../param-type.ts";
import { toFreeInputSchema } from "./to-free-input-schema.ts";
import { validateFreeArgs } from "./validate-free-args.ts";

interface FreeCase {
  readonly args: JsonValue;
  readonly ok?: true;
  /** Where the operands that may be paths would be. */
  readonly paths?: readonly string[];
  readonly code?: string;
  readonly note?: string;
}

const CONTEXT: ParamContext = { sessionFolder: "/s", workspaceRoots: ["/w", "/w2"], scope: null, scopeRequired: true };
const folder = new URL("../../../test/vectors/free/", import.meta.url);

describe.each(readdirSync(folder))("%s", (file) => {
  const { spec, cases } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as {
    spec: FreeArgsSpec;
    cases: FreeCase[];
  };

  it.each(cases.map((row) => [JSON.stringify(row.args).slice(0, 80), row] as const))("%s", (_, row) => {
    const result = validateFreeArgs(spec, row.args, CONTEXT);
    if (row.ok === undefined) {
      const issues = result.ok ? "accepted" : result.issues.map((issue) => [issue.param, issue.code]);
      expect(issues).toEqual([["args", row.code]]);
    } else {
      expect(result).toMatchObject({ ok: true, args: row.args });
      expect(result.ok ? result.paths.map((path) => path.candidate) : []).toEqual(row.paths);
    }
  });
});

const GIT: FreeArgsSpec = {
  binary: "git",
  allowedSubcommands: ["log", "diff", "grep", "branch", "remote"],
  allowedFlags: ["--follow"],
};

describe("validateFreeArgs", () => {
  it("hands on only what it was given, and never throws", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("--", "-", "--output=x", "-n", "--grep", "/etc", "..", "a..b", "--list", "-S", "HEAD"),
    );
    const args = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom("log", "diff", "grep", "branch", "remote"), fc.array(word))
        .map(([sub, rest]) => [sub, ...rest]),
    );
    fc.assert(
      fc.property(args, (given) => {
        const result = validateFreeArgs(GIT, given, CONTEXT);
        if (result.ok) expect(result.args).toEqual(given);
        else expect(result.issues).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  it("never lets an unlisted option through, wherever it stands", () => {
    const words = fc.array(fc.constantFrom("-n", "5", "--grep", "--", "HEAD", "-p", "src", "-S", "--all", "--since"));
    const hostile = fc.constantFrom("--output=x", "--ext-diff", "--no-index", "--textconv", "-ox", "--outp=x", "-O");
    fc.assert(
      fc.property(words, hostile, words, (before, option, after) => {
        expect(validateFreeArgs(GIT, ["log", ...before, option, ...after], CONTEXT).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe("toFreeInputSchema", () => {
  it("asks for a list of texts and names the subcommands", () => {
    expect(toFreeInputSchema(GIT)).toMatchObject({
      properties: { args: { type: "array", items: { type: "string" }, minItems: 1 } },
      required: ["args"],
      additionalProperties: false,
    });
    expect(JSON.stringify(toFreeInputSchema(GIT))).toContain("log, diff, grep, branch, remote");
  });
});
