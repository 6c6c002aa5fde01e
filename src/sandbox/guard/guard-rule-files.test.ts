import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, statSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
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

describe("what a program does against being moved aside", () => {
  const scene = (): { readonly folder: string; readonly at: (name: string) => string } => {
    const folder = mkdtempSync(path.join(tmpdir(), "toolgate-guard-"));
    return { folder, at: (name) => path.join(folder, name) };
  };

  it.each<[string, string, (at: (name: string) => string) => void]>([
    ["takes the name", ".mcp.json", (at) => mkdirSync(at(".mcp.json.left-by-c1/x"), { recursive: true })],
    ["makes the name too long", `${"a".repeat(240)}.clad.toml`, () => undefined],
    ["hides it", ".mcp.json", (at) => chmodSync(at("."), 0o311)],
    ["closes the folder", ".mcp.json", (at) => chmodSync(at("."), 0o555)],
  ])("%s", (_what, name, prevent) => {
    const { folder, at } = scene();
    const guard = guardRuleFiles([folder], "c1");
    writeFileSync(at(name), "evil");
    prevent(at);
    expect(guard.settle()).toEqual([at(name)]);
    expect(existsSync(at(name))).toBe(false);
    expect(statSync(folder).mode & 0o700).toBe(0o700);
    expect(readdirSync(folder).filter((one) => one.includes("left-by-c1"))).not.toEqual([]);
  });

  it("makes a file again that another gateway moved aside from under it", () => {
    const { folder, at } = scene();
    const first = guardRuleFiles([folder], "first");
    writeFileSync(at(".mcp.json"), "made by the first");
    const second = guardRuleFiles([folder], "second");
    expect(first.settle()).toEqual([at(".mcp.json")]);
    writeFileSync(at(".mcp.json"), "made by the second");
    expect(second.settle()).toEqual([at(".mcp.json")]);
    expect(existsSync(at(".mcp.json"))).toBe(false);
  });

  it("but a person who saves a file meanwhile keeps it", () => {
    const { folder, at } = scene();
    writeFileSync(at("toolgate.toml"), "");
    const guard = guardRuleFiles([folder], "c1");
    writeFileSync(at("toolgate.toml.new"), "saved");
    renameSync(at("toolgate.toml.new"), at("toolgate.toml"));
    expect(guard.settle()).toEqual([]);
    expect(readdirSync(folder)).toEqual(["toolgate.toml"]);
  });
});
