import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { guardRepositories, guardRuleFiles } from "./guard-rule-files.ts";

it("moves new rule files aside, and nothing that was there or sets no rules", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "toolgate-guard-"));
  const git = path.join(folder, ".git");
  mkdirSync(git);
  writeFileSync(path.join(git, "config"), "");
  writeFileSync(path.join(folder, "toolgate.toml"), "");
  const guards = [guardRuleFiles([folder], "c1"), guardRepositories([git], "c1")];
  for (const name of ["a.txt", "new.clad.toml", ".mcp.json"]) writeFileSync(path.join(folder, name), "");
  mkdirSync(path.join(folder, ".vscode"));
  mkdirSync(path.join(git, "objects"));
  symlinkSync("/etc", path.join(git, "hooks"));
  writeFileSync(path.join(git, "commondir"), "../evil");

  const left = guards.flatMap((guard) => guard.settle()).map((file) => path.relative(folder, file));

  expect(left.sort()).toEqual([".git/commondir", ".git/hooks", ".mcp.json", ".vscode", "new.clad.toml"]);
  expect(left.filter((name) => existsSync(path.join(folder, name)))).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(
    [".git", ".mcp.json.left-by-c1", ".vscode.left-by-c1", "a.txt", "new.clad.toml.left-by-c1", "toolgate.toml"].sort(),
  );
  expect(guards.flatMap((guard) => guard.settle())).toEqual([]);
});
