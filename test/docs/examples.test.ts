import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import { runToolgate } from "../support/command-line.ts";
import { ROOT, readBlocks, readPages } from "./pages.ts";

const temporary = mkdtempSync(path.join(os.tmpdir(), "toolgate-docs-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

function errorsOf(text: string, file: string): readonly string[] {
  const { tools, issues } = parseManifest(text, { file, layer: "project" });
  const errors = issues.filter(({ severity }) => severity === "error");
  return tools.length === 1 ? [] : errors.map(({ line, message }) => `${file}:${line} ${message}`);
}

describe("tools in the pages", () => {
  const tools = readPages().flatMap((page) =>
    readBlocks(page, "toml").flatMap(({ line, text }) => {
      const file = /^# (tools\/\S+\.toml)\n/.exec(text)?.[1];
      return file === undefined ? [] : [{ place: `${page.name}:${line}`, file, text }];
    }),
  );

  it("are there", () => expect(tools.length).toBeGreaterThan(10));

  it.each(tools)("load: $place $file", ({ file, text }) => {
    expect(errorsOf(text, file)).toEqual([]);
  });
});

describe("the files of examples/", () => {
  const folder = path.join(ROOT, "examples");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".toml"));
  const isTool = (name: string): boolean => !/(?:^|\/)(?:toolgate|scope)\.toml$/.test(name);

  it.each(files.filter(isTool))("load: %s", (name) => {
    expect(errorsOf(readFileSync(path.join(folder, name), "utf8"), name)).toEqual([]);
  });

  it.each(files.filter((name) => path.basename(name) === "toolgate.toml"))(
    "configure without an issue: %s",
    async (name) => {
      const env = { TOOLGATE_HOME: temporary, TOOLGATE_TRUST: "1" };
      const cwd = path.dirname(path.join(folder, name));
      const { config, issues } = await loadConfig({ cwd, env, trust: () => Promise.resolve(null) });
      expect(issues).toEqual([]);
      expect(config?.scope.scope).not.toBeNull();
    },
  );
});

describe("programs in the pages", () => {
  const programs = readPages().flatMap((page) =>
    ["js", "ts"].flatMap((language) =>
      readBlocks(page, language).flatMap(({ text, line }) => {
        const file = /^\/\/ (\S+\.m?[jt]s)\n/.exec(text)?.[1];
        return file === undefined ? [] : [{ page, line, file, text }];
      }),
    ),
  );

  it("are there", () => expect(programs.map(({ file }) => file)).toEqual(expect.arrayContaining(["embed.mjs"])));

  // What the program prints stands in the next block of the page.
  it.each(programs.filter(({ file }) => file === "embed.mjs"))(
    "prints what the page says: $file",
    ({ page, line, text }) => {
      const index = pathToFileURL(path.join(ROOT, "src/index.ts")).href;
      const file = path.join(temporary, "embed.mjs");
      writeFileSync(file, text.replace('from "toolgate"', `from "${index}"`));
      const env = { ...process.env, TOOLGATE_HOME: path.join(temporary, "home") };
      const printed = execFileSync(process.execPath, [file], { cwd: temporary, env, encoding: "utf8" });
      const expected = readBlocks(page, "text").find((block) => block.line > line)?.text;
      expect(printed.trim()).toBe(expected?.trim());
    },
  );
});

describe("the commands of the audit page", () => {
  const page = readPages().find(({ name }) => name === "docs/guide/audit.md");

  it("check a real export, and find a changed one", async () => {
    const commands = [...(page?.text ?? "").matchAll(/^(?:\$ )?toolgate (audit (?:export|verify) --[^|\n]*)$/gm)];
    const [exporting = [], verifying = []] = commands.map(([, line = ""]) => line.trim().split(" "));
    const cwd = path.join(temporary, "export");
    const home = path.join(temporary, "export-home");
    mkdirSync(cwd);
    const options = { cwd, env: { ...process.env, TOOLGATE_HOME: home } };
    await runToolgate(["init"], options);
    await runToolgate(["call", "files.find", "--arg", "text=toml"], options);
    expect(await runToolgate(exporting, options)).toMatchObject({ code: 0 });
    copyFileSync(path.join(home, "data/checkpoint.pub"), path.join(cwd, "checkpoint.pub"));
    const elsewhere = { cwd, env: { ...process.env, TOOLGATE_HOME: path.join(temporary, "auditor-home") } };
    const { stdout } = await runToolgate(verifying, elsewhere);
    expect(stdout).toMatch(/^✓ \d+ records, \d+ checkpoints?, nothing altered\n {2}head [0-9a-f]{64}\n$/);

    const file = path.join(cwd, "audit.jsonl");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const { hash, text } = /^\{"hash":"(?<hash>\w+)","record":(?<text>.*)\}$/.exec(lines[1] ?? "")?.groups ?? {};
    expect(
      createHash("sha256")
        .update(text ?? "")
        .digest("hex"),
    ).toBe(hash);
    writeFileSync(file, readFileSync(file, "utf8").replace('"tool":"files.find"', '"tool":"files.lost"'));
    const changed = await runToolgate(verifying, elsewhere);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/^✗ record \d+: altered/);
  });
});
