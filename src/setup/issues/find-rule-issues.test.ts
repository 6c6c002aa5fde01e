import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createConfigFolder, PROJECT, USER } from "../../config/config.fixture.ts";
import type { ConfigFolder } from "../../config/config.fixture.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import { toolText } from "../../registry/tool-files.fixture.ts";
import { findRuleIssues } from "./find-rule-issues.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

it("says at which line of which file a rule stands that says nothing", async () => {
  temp.write(USER, '[permissions]\nallow = [\n  "repo.log",\n  "repo.lag",\n]');
  temp.write(PROJECT, '[permissions]\ndeny = ["gone.*", "gone.tool"]');
  const { tools } = parseManifest(toolText("repo.log"), { file: "t.toml", layer: "user" });
  const { permissions } = await temp.load();
  if (permissions === null) throw new Error("no configuration");
  const issues = findRuleIssues(permissions.current.permissions.rules, tools, permissions.files, []);
  expect(issues).toMatchObject([
    { severity: "warning", code: "unknown-tool", file: path.join(temp.path, USER), line: 4 },
    { severity: "warning", code: "unknown-tool", file: path.join(temp.path, PROJECT), line: 2 },
  ]);
});
