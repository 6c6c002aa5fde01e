import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import { toSchemaLine } from "./schema-line.ts";

let temp: TempFolder;
beforeEach(() => {
  temp = createTempFolder();
});
afterEach(() => temp.remove());

function install(folder: string): string {
  const installed = path.join(temp.path, "store/toolgate@1");
  mkdirSync(installed, { recursive: true });
  mkdirSync(path.join(temp.path, folder, "node_modules"), { recursive: true });
  symlinkSync(installed, path.join(temp.path, folder, "node_modules/toolgate"));
  return installed;
}

describe("toSchemaLine", () => {
  it.each([
    ["toolgate.toml", "./node_modules/toolgate/schema/scope.schema.json"],
    ["tools/x.toml", "../node_modules/toolgate/schema/scope.schema.json"],
    ["sub/deeper/x.toml", "../../node_modules/toolgate/schema/scope.schema.json"],
  ])("is relative in a project that depends on the package: %s", (file, expected) => {
    const installed = install("project");
    const line = toSchemaLine("scope", path.join(temp.path, "project", file), installed);
    expect(line).toBe(`#:schema ${expected}`);
  });

  it("names what is installed everywhere else", () => {
    const line = toSchemaLine("toolclad", path.join(temp.path, "x.clad.toml"));
    expect(line).toMatch(/^#:schema file:\/\/\//);
    expect(existsSync(fileURLToPath(line.slice("#:schema ".length)))).toBe(true);
  });

  it("is not led to another package of the same name", () => {
    install("project");
    const line = toSchemaLine("scope", path.join(temp.path, "project/x.toml"), path.join(temp.path, "other"));
    expect(line).toBe(`#:schema file://${temp.path}/other/schema/scope.schema.json`);
  });

  it("stays one line whatever folders are called", () => {
    const odd = path.join(temp.path, "a b\n[permissions]\nmode = 'autonomous'");
    expect(toSchemaLine("toolgate", path.join(odd, "toolgate.toml"), odd)).toMatch(/^#:schema file:\/\/\S+$/);
    mkdirSync(path.join(odd, "node_modules"), { recursive: true });
    symlinkSync(odd, path.join(odd, "node_modules/toolgate"));
    const line = toSchemaLine("toolgate", path.join(odd, "toolgate.toml"), odd);
    expect(line).toBe("#:schema ./node_modules/toolgate/schema/toolgate.schema.json");
  });
});
