import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFolder, PROJECT, USER } from "../config/config.fixture.ts";
import type { ConfigFolder } from "../config/config.fixture.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";
import { toolText } from "../registry/tool-files.fixture.ts";
import { createPermissionCheck } from "./create-permission-check.ts";

let temp: ConfigFolder;
beforeEach(() => {
  temp = createConfigFolder();
  mkdirSync(path.join(temp.path, "home/config"), { recursive: true });
});
afterEach(() => temp.remove());

function toolNamed(name: string): Tool {
  const [tool] = parseManifest(toolText(name), { file: `${name}.toml`, layer: "user" }).tools;
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

async function check(tools: readonly Tool[]): Promise<readonly ManifestIssue[]> {
  const { permissions, issues } = await temp.loadTrusted();
  if (permissions === null) throw new Error(JSON.stringify(issues));
  return createPermissionCheck({ tools: () => tools, files: permissions.files, servers: [{ name: "docs" }] })(
    permissions.current,
  );
}

describe("createPermissionCheck", () => {
  it("finds nothing in groups that are there, of the table or of tools", async () => {
    temp.write(USER, '[policy]\ndeny = ["group:fs", "group:repo"]');
    expect(await check([toolNamed("repo.log")])).toEqual([]);
  });

  it("finds nothing in the group of a server that nobody has seen yet", async () => {
    temp.write(USER, '[policy]\ndeny = ["group:mcp:docs"]\nallow = ["group:mcp:dogs"]');
    const issues = await check([]);
    expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining('"mcp:dogs"')]);
  });

  it.each([
    [USER, "deny"],
    [PROJECT, "allow"],
  ])("says where a group stands that nothing is in: %s", async (file, key) => {
    temp.write(file, `# first\n[policy]\n${key} = ["group:repos"]`);
    expect(await check([toolNamed("repo.log")])).toMatchObject([
      { severity: "error", code: "bad-policy", file: path.join(temp.path, file), line: 2 },
    ]);
  });

  it("remembers a group whose last tool is gone for now", async () => {
    temp.write(USER, '[policy]\ndeny = ["group:repo"]');
    const { permissions } = await temp.load();
    if (permissions === null) throw new Error("no configuration");
    let tools: readonly Tool[] = [toolNamed("repo.log")];
    const again = createPermissionCheck({ tools: () => tools, files: permissions.files, servers: [{ name: "docs" }] });
    expect(await again(permissions.current)).toEqual([]);
    tools = [];
    expect(await again(permissions.current)).toEqual([]);
  });

  it("says where a policy is wrong", async () => {
    temp.write(USER, "");
    const file = temp.write("home/config/policies/a.cedar", "\nforbid(principal, action resource);");
    expect(await check([])).toMatchObject([{ severity: "error", file, line: 2 }]);
  });
});
