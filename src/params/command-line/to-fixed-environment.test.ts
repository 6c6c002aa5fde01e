import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { toFixedEnvironment } from "./to-fixed-environment.ts";

it("leaves no home of a person, and nothing to ask or to page through", () => {
  expect(toFixedEnvironment("acme", [])).toEqual({ HOME: "/nonexistent" });
  expect(toFixedEnvironment("gh", [])).toMatchObject({
    HOME: "/nonexistent",
    GH_PAGER: "cat",
    GH_PROMPT_DISABLED: "1",
  });
  expect(toFixedEnvironment("aws", [])).toEqual({ HOME: "/nonexistent", AWS_PAGER: "" });
});

it("leaves what is sealed as it is", () => {
  expect(toFixedEnvironment("aws", ["HOME", "AWS_ACCESS_KEY_ID"])).toEqual({ AWS_PAGER: "" });
});

it("keeps the git that `gh` starts from the settings of a folder that is made to look like a repository", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "toolgate-bare-"));
  const env = { PATH: process.env["PATH"], ...toFixedEnvironment("gh", []) };
  const run = (...args: readonly string[]): string => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });
  try {
    for (const name of ["objects", "refs"]) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(path.join(folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n[x]\n\ty = z\n");
    expect(() => run("config", "--get", "x.y")).toThrow();
    expect(run("config", "--get", "core.hooksPath").trim()).toBe("/dev/null");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
