import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createConfigFolder, PROJECT, USER } from "../../config/config.fixture.ts";
import type { ConfigFolder } from "../../config/config.fixture.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toolText } from "../../registry/tool-files.fixture.ts";
import { findEntryIssues } from "./find-entry-issues.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

async function find(): Promise<readonly ManifestIssue[]> {
  const { tools } = parseManifest(toolText("repo.log"), { file: "t.toml", layer: "user" });
  const { config, permissions } = await temp.loadTrusted();
  if (permissions === null) throw new Error("no configuration");
  return findEntryIssues(permissions.current, tools, permissions.files, config?.mcpServers ?? []);
}

it.each([
  ['[policy]\ndeny = ["repo.lag"]', "policy.deny", 1],
  ['\n[policy]\nagents.coder.deny = ["repo.lag"]', "policy.agents.coder.deny", 2],
  ['[policy]\ndelegation = { deny = ["repo.lag"] }', "policy.delegation.deny", 1],
  ['[policy]\ndelegation = { leaf_deny = ["repo.lag"] }', "policy.delegation.leaf_deny", 1],
  ['\n[[limits.rules]]\ntools = "repo.lag"\ndaily = 1', "limits.rules.tools", 2],
  ['\n[[approvals.who]]\ntools = "repo.lag"\napprovers = ["ada"]', "approvals.who.tools", 2],
])("warns of a slip of the pen that leaves a tool out: %s", async (text, key, line) => {
  temp.write(PROJECT, text);
  expect(await find()).toMatchObject([
    { severity: "warning", code: "unknown-tool", file: path.join(temp.path, PROJECT), line },
  ]);
  expect((await find())[0]?.message).toBe(`\`${key}\`: no tool is named \`repo.lag\`, did you mean \`repo.log\`?`);
});

it("says nothing about tools that a server may have, and warns of those of a server that there is not", async () => {
  temp.write(
    USER,
    '[mcp.servers.docs]\nurl = "https://mcp.example.com/mcp"\n[policy]\ndeny = ["mcp_docs__drop", "mcp_dogs__drop"]',
  );
  expect((await find()).map(({ message }) => message)).toEqual([expect.stringContaining("`mcp_dogs__drop`")]);
});

it("says nothing about tools that are there, patterns, groups, and lists that only narrow", async () => {
  temp.write(
    USER,
    '[policy]\ndeny = ["repo.log", "gone.*", "group:fs"]\nallow = ["repo.lag"]\n[[limits.rules]]\ndaily = 1',
  );
  expect(await find()).toEqual([]);
});
