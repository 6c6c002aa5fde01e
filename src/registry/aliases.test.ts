import { describe, expect, it } from "vitest";
import { ALIASES, toAllNames, toCanonicalName } from "./aliases.ts";
import { GROUPS, UNGROUPED } from "./groups/group-table.ts";

describe("toCanonicalName", () => {
  it.each([
    ["Read", "fs.read"],
    ["Write", "fs.write"],
    ["Edit", "fs.edit"],
    ["Glob", "fs.glob"],
    ["Grep", "fs.search"],
    ["LS", "fs.list"],
    ["Bash", "shell.exec"],
    ["exec", "shell.exec"],
    ["terminal.exec", "shell.exec"],
    ["files.rename", "fs.rename"],
    ["editor.save", "fs.write"],
    ["editor.applyEdit", "fs.edit"],
    ["read_file", "fs.read"],
    ["list_files", "fs.list"],
    ["web_fetch", "web_fetch"],
    ["fs.read", "fs.read"],
    ["bash ", "bash "],
    ["toString", "toString"],
    ["__proto__", "__proto__"],
  ])("of %s is %s", (name, canonical) => {
    expect(toCanonicalName(name)).toBe(canonical);
  });

  it("ends after one step for every row", () => {
    for (const canonical of Object.values(ALIASES)) expect(toCanonicalName(canonical)).toBe(canonical);
  });

  it("knows every native name of the groups", () => {
    const native = [...Object.values(GROUPS).flat(), ...UNGROUPED];
    expect(native.filter((name) => !Object.hasOwn(ALIASES, name))).toEqual([]);
  });
});

describe("toAllNames", () => {
  it("gives a tool's own name first, then the others", () => {
    expect(toAllNames("shell.exec")).toEqual(["shell.exec", "exec", "bash", "Bash", "terminal.exec"]);
    expect(toAllNames("mine")).toEqual(["mine"]);
    expect(toAllNames("web_fetch")).toEqual(["web_fetch"]);
  });
});
