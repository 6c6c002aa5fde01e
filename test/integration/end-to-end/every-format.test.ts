import { existsSync, mkdtempSync, mkdirSync, cpSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LAUNCHER, runToolgate } from "../../support/command-line.ts";
import type { Ended } from "../../support/command-line.ts";
import { until } from "../../support/workspace.ts";

/** Every format in one workspace, declared by the command line and served to the official client. */
let folder = "";
let env: NodeJS.ProcessEnv = {};
let client: Client;

const CONFIG = `[registry]
paths = ["tools"]
[permissions]
allow = ["*"]
[packs]
fs = true
fs_deny = ["private"]
`;
const CLOCK = 'name = "clock"\ndescription = "Time"\nkind = "internal"\napi = "datetime.now"\n';
const EXECUTOR = `[tool]
name = "greet"
version = "1.0.0"
binary = "scripts/greet.sh"
description = "Greets"
risk_tier = "low"
[args.who]
position = 1
required = true
type = "nickname"
[command]
executor = "scripts/greet.sh"
[output]
format = "csv"
[output.schema]
type = "array"
`;
const TYPES = '[types.nickname]\nbase = "string"\npattern = "^[a-z]{1,8}$"\n';
const COUNT = JSON.stringify({
  name: "lines.count",
  description: "Counts lines",
  parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
  command: "grep -h {{.word}} notes.txt | wc -l && printenv COUNT_TOKEN",
});

const run = (...args: readonly string[]): Promise<Ended> => runToolgate(args, { cwd: folder, env });

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-formats-")));
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-formats-home-")));
  env = { ...process.env, TOOLGATE_HOME: home, COUNT_TOKEN: "s3cr3t-value-of-count" };
  for (const name of ["tools", "scripts", "private"]) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, "toolgate.toml"), CONFIG);
  writeFileSync(path.join(folder, "toolclad.toml"), TYPES);
  writeFileSync(path.join(folder, "tools/clock.toml"), CLOCK);
  writeFileSync(path.join(folder, "tools/greet.clad.toml"), EXECUTOR);
  writeFileSync(
    path.join(folder, "scripts/greet.sh"),
    '#!/bin/sh\nprintf "word,who\\nhello,%s\\n" "$TOOLCLAD_ARG_WHO"\n',
    { mode: 0o755 },
  );
  cpSync("examples/capability/git.sha.ts", path.join(folder, "tools/git.sha.ts"));
  cpSync("examples/toolclad/psql.clad.toml", path.join(folder, "tools/psql.clad.toml"));
  writeFileSync(path.join(folder, "notes.txt"), "a needle\nnothing\nneedle\n");
  writeFileSync(path.join(folder, "private/key.txt"), "needle in private\n");
  writeFileSync(path.join(folder, "count.json"), COUNT);
  expect((await run("trust", "--yes")).code).toBe(0);
  const created = await run("tools", "create", "count.json", "--env", "COUNT_TOKEN");
  expect(created.stderr + created.stdout).toContain("COUNT_TOKEN");
  for (const name of ["lines.count", "fs.*"]) await run("rules", "add", "allow", name);
  client = new Client({ name: "every-format", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [LAUNCHER, "serve", "--stdio"],
      cwd: folder,
      env: env as Record<string, string>,
      stderr: "ignore",
    }),
  );
}, 60_000);

afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = async (): Promise<readonly string[]> => (await client.listTools()).tools.map(({ name }) => name);
const call = (name: string, args: Record<string, unknown>): ReturnType<Client["callTool"]> =>
  client.callTool({ name, arguments: args });

describe("a gateway with tools of every format", () => {
  it("lists what it can run, and nothing else", async () => {
    const listed = await names();
    expect(listed).toEqual(expect.arrayContaining(["clock", "greet", "lines.count", "fs.read", "fs.edit"]));
    // Declared and checked, but nothing here could run them.
    expect(listed.filter((name) => name.startsWith("psql.") || name === "git.sha")).toEqual([]);
    expect((await run("tools", "list", "--all")).stdout).toMatch(/psql\.tables\tread\tnot run here/);
    expect(JSON.stringify(await call("git.sha", { repo: "." }))).toContain("cannot run");
  });

  it("calls a built-in API", async () => {
    const { structuredContent } = await call("clock", {});
    expect(JSON.stringify(structuredContent)).toMatch(/20\d\d-/);
  });

  it("gives an executor its arguments as variables, typed by the project's own type", async () => {
    const { structuredContent } = await call("greet", { who: "ada" });
    expect(structuredContent).toMatchObject({ status: "success", results: [{ word: "hello", who: "ada" }] });
    expect((await call("greet", { who: "Ada; id" })).isError).toBe(true);
  });

  it("runs a custom pipeline without a shell, and never shows its sealed value", async () => {
    const result = await call("lines.count", { word: "needle" });
    expect(JSON.stringify(result)).toContain("2\\n[REDACTED]");
    expect((await call("lines.count", { word: "$(touch made)" })).isError).not.toBe(true);
    expect(existsSync(path.join(folder, "made"))).toBe(false);
    const audit = await run("audit", "export");
    expect(audit.stdout).not.toContain("s3cr3t-value");
  });

  it("reads, finds and edits files, and keeps what is denied out of sight", async () => {
    const edited = await call("fs.edit", { path: "notes.txt", old_text: "nothing", new_text: "something" });
    expect(edited.isError).not.toBe(true);
    expect(readFileSync(path.join(folder, "notes.txt"), "utf8")).toBe("a needle\nsomething\nneedle\n");
    const ambiguous = await call("fs.edit", { path: "notes.txt", old_text: "needle", new_text: "x" });
    expect(JSON.stringify(ambiguous.content)).toMatch(/1.*3/);
    const found = await call("fs.search", { pattern: "needle" });
    expect(JSON.stringify(found.structuredContent)).not.toContain("private");
    expect(JSON.stringify((await call("fs.list", {})).structuredContent)).not.toContain("private");
    expect((await call("fs.read", { path: "private/key.txt" })).isError).toBe(true);
    expect((await call("fs.write", { path: "tools/evil.toml", content: "x" })).isError).toBe(true);
  });

  it("answers to another system's name of a file tool, and a rule on either name holds for both", async () => {
    expect((await call("Read", { path: "notes.txt" })).isError).not.toBe(true);
    await run("rules", "add", "deny", "Read");
    expect((await call("fs.read", { path: "notes.txt" })).isError).toBe(true);
    expect(await names()).not.toContain("fs.read");
  });

  it("follows a type of toolclad.toml, and a tool taken away by another process", async () => {
    writeFileSync(path.join(folder, "toolclad.toml"), TYPES.replace("{1,8}", "{1,2}"));
    await run("trust", "--yes");
    await until(async () => (await call("greet", { who: "ada" })).isError === true, "the new type");
    await run("tools", "delete", "lines.count");
    expect(await names()).not.toContain("lines.count");
    expect((await call("lines.count", { word: "a" })).isError).toBe(true);
  });
});
