import { describe, expect, it } from "vitest";
import { parseTomlWithPositions } from "../../../manifest/toml/parse-toml.ts";
import { editEnabled } from "./edit-enabled.ts";

describe("editEnabled", () => {
  it.each([
    ['name = "a"\nkind = "command"\n', 'name = "a"\nenabled = false\nkind = "command"\n'],
    [
      '# one\nname = "a" # two\n\nkind = "command" # three\n',
      '# one\nname = "a" # two\nenabled = false\n\nkind = "command" # three\n',
    ],
    ['name = "a"\nenabled = true # why\n', 'name = "a"\nenabled = false # why\n'],
    ['enabled=true\nname="a"', 'enabled=false\nname="a"'],
    ['name = "a"', 'name = "a"\nenabled = false\n'],
    ['name = "a"\r\nkind = "command"\r\n', 'name = "a"\r\nenabled = false\r\nkind = "command"\r\n'],
    ['  "name" = "a"\n', "  enabled = false\n"],
    ['name = """\na"""\nkind = "command"\n', 'name = """\na"""\nenabled = false\nkind = "command"\n'],
    ['name = "a"\n[params.enabled]\ntype = "bool"\n', 'name = "a"\nenabled = false\n[params.enabled]\ntype = "bool"\n'],
    ['name = "enabled = true"\n', 'name = "enabled = true"\nenabled = false\n'],
  ])("switches %j off", (before, after) => {
    const wanted = before.startsWith("  ") ? before + after : after;
    expect(editEnabled(before, "whitelist", false)).toBe(wanted);
    expect(parseTomlWithPositions(wanted, "x").document?.root["enabled"]).toBe(false);
  });

  it.each([
    ['[tool]\nname = "a"\n[command]\n', '[tool]\nname = "a"\nenabled = false\n[command]\n'],
    ['tool = { name = "a", x = 1 }\n', 'tool = { name = "a", enabled = false, x = 1 }\n'],
    ['tool.name = "a"\ntool.x = 1\n', 'tool.name = "a"\ntool.enabled = false\ntool.x = 1\n'],
    ['enabled = true\n[tool]\nname = "a"\n', 'enabled = true\n[tool]\nname = "a"\nenabled = false\n'],
    ['tool = { name = "a", enabled = true }\n', 'tool = { name = "a", enabled = false }\n'],
  ])("switches the ToolClad tool %j off", (before, after) => {
    expect(editEnabled(before, "toolclad", false)).toBe(after);
  });

  it("keeps a byte order mark, and leaves alone what it cannot read", () => {
    expect(editEnabled('\ufeffname = "a"\n', "whitelist", false)).toBe('\ufeffname = "a"\nenabled = false\n');
    for (const text of ["", "name = ", "[params]\n", "enabled = "]) {
      expect(editEnabled(text, "whitelist", false)).toBeNull();
    }
  });

  it("switches on what says that it is off, and leaves alone what says nothing", () => {
    expect(editEnabled('name = "a"\nenabled = false\n', "whitelist", true)).toBe('name = "a"\nenabled = true\n');
    expect(editEnabled('name = "a"\n', "whitelist", true)).toBeNull();
    expect(editEnabled('name = "a"\nenabled = false\n', "whitelist", false)).toBeNull();
  });
});
