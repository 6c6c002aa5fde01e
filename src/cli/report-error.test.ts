import { describe, expect, it } from "vitest";
import { ConfigError } from "../config/config-error.ts";
import { BadNameError } from "../control/validate-names.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { StoreError } from "../storage/store.ts";
import { CliError, usageError } from "./cli-error.ts";
import { createKeptScreen } from "./output/screen.fixture.ts";
import { reportError } from "./report-error.ts";

const issue: ManifestIssue = {
  severity: "error",
  code: "unknown-key",
  message: "unknown key `mod`",
  file: "/w/toolgate.toml",
  line: 2,
  column: 1,
  endColumn: 4,
  hint: null,
};

async function report(error: unknown, json: boolean): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [createKeptScreen(), createKeptScreen()];
  const code = await reportError(error, { json, out, err });
  return { code, out: out.text(), err: err.text() };
}

describe("reportError", () => {
  it.each([
    [usageError("bad", "do this"), 2, "error USAGE bad\n  hint: do this\n"],
    [new CliError("NO_RECORD", "none\u001b[2J"), 1, "error NO_RECORD none\\u001b[2J\n"],
    [new CliError("X", "no", { exitCode: 3 }), 3, "error X no\n"],
    [
      new StoreError("CORRUPT", "the database is damaged", "restore it"),
      1,
      "error CORRUPT the database is damaged\n  hint: restore it\n",
    ],
    [
      new BadNameError("no such name"),
      2,
      "error USAGE no such name\n  hint: choose a name that reads as what it is, such as `cursor`\n",
    ],
    ["odd", 1, "error INTERNAL odd\n"],
  ])("says %s in words", async (error, code, text) => {
    expect(await report(error, false)).toEqual({ code, out: "", err: text });
  });

  it("gives one JSON object on standard output, and nothing else, with --json", async () => {
    const { code, out, err } = await report(new ConfigError([issue]), true);
    expect([code, err]).toEqual([1, ""]);
    expect(JSON.parse(out)).toEqual({
      error: {
        code: "CONFIG",
        message: "the configuration cannot be used: 1 error, 0 warnings",
        hint: null,
        details: { issues: [issue] },
      },
    });
  });

  it("shows every issue of a configuration with its place", async () => {
    const { err } = await report(new ConfigError([issue]), false);
    expect(err).toContain("/w/toolgate.toml:2:1 error unknown-key");
  });
});
