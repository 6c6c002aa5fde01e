import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface BenchWorkspace {
  readonly folder: string;
  /** Points every Toolgate folder into the workspace; the folder counts as trusted. */
  readonly env: NodeJS.ProcessEnv;
  remove(): void;
}

/** A throw-away workspace: tool files by name, and the text of its `[permissions]`. */
export function createWorkspace(tools: ReadonlyMap<string, string>, permissions: string): BenchWorkspace {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-bench-")));
  mkdirSync(path.join(folder, "tools"));
  writeFileSync(path.join(folder, "toolgate.toml"), `[permissions]\n${permissions}\n`);
  for (const [name, text] of tools) writeFileSync(path.join(folder, "tools", `${name}.toml`), text);
  const env = { ...process.env, TOOLGATE_HOME: path.join(folder, "home"), TOOLGATE_TRUST: "1" };
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A tool with four parameters of different types, the shape of an ordinary command. */
export function fourParameterTool(
  name: string,
  description = "Searches the files of the workspace",
  file = "A file of the workspace",
): string {
  return `name = "${name}"
description = "${description}"
kind = "command"
binary = "true"
args = ["--max", "{{max}}", "--mode={{mode}}", "--", "{{text}}", "{{file}}"]

[params.max]
type = "int"
min = 1
max = 1000

[params.mode]
type = "enum"
values = ["fast", "exact"]

[params.text]
type = "text"
pattern = "^[a-z0-9 ]+$"

[params.file]
type = "path"
description = "${file}"
`;
}
