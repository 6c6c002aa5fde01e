import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { loadModuleEvaluator } from "../../src/manifest/capability/evaluate/load-module-evaluator.ts";
import type {
  InternalApiShape,
  ManifestFormat,
  ManifestOptions,
  ToolcladProject,
} from "../../src/manifest/manifest.ts";
import { parseManifest, toFormat } from "../../src/manifest/parse-manifest.ts";
import { parseToolcladProject } from "../../src/manifest/toolclad/project/parse-toolclad-project.ts";
import { BUILTIN_API_SHAPES } from "../../src/manifest/whitelist/builtin-apis.ts";
import { defineApi } from "../../src/packs/define-api.ts";
import { runToolgate } from "../support/command-line.ts";
import { ROOT, readBlocks, readPages, readToolBlocks } from "./pages.ts";
import type { Page } from "./pages.ts";

const temporary = mkdtempSync(path.join(os.tmpdir(), "toolgate-docs-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const evaluateModule = await loadModuleEvaluator();

/** What a page's program gives to the tools of that page. */
const GIVEN_IN_CODE = defineApi({
  name: "orders.find",
  description: "Finds an order",
  effect: "read",
  params: { id: { type: "identifier" } },
  handler: () => null,
});
const apis = new Map<string, InternalApiShape>([...BUILTIN_API_SHAPES, [GIVEN_IN_CODE.name, GIVEN_IN_CODE]]);

function problemsOf(text: string, options: Pick<ManifestOptions, "file" | "format" | "project">): readonly string[] {
  const { tools, issues } = parseManifest(text, { layer: "project", evaluateModule, apis, ...options });
  const errors = issues.filter(({ severity }) => severity === "error");
  if (tools.length > 0 && errors.length === 0) return [];
  return [`${options.file} declares ${tools.length} tools`, ...errors.map(({ line, message }) => `${line} ${message}`)];
}

describe("tools in the pages", () => {
  const pages = readPages();
  const tools = pages.flatMap((page) =>
    readToolBlocks(page).flatMap(({ file, line, text }) =>
      path.basename(file) === "toolclad.toml" ? [] : [{ place: `${page.name}:${line}`, page, file, text }],
    ),
  );

  it("are there, of every format that a file can have", () => {
    expect(tools.length).toBeGreaterThan(20);
    const formats = new Set(tools.map(({ file }) => toFormat(file)));
    expect([...formats].sort()).toEqual(["capability", "toolclad", "whitelist"]);
  });

  it.each(tools)("load: $place $file", ({ page, file, text }) => {
    expect(problemsOf(text, { file, project: projectOf(page) })).toEqual([]);
  });

  it.each(
    pages.flatMap((page) =>
      readBlocks(page, "json").map(({ line, text }) => ({ page, place: `${page.name}:${line}`, text })),
    ),
  )("load where they are JSON: $place", ({ page, text }) => {
    const format = FORMATS_OF_PAGES[page.name];
    if (format !== undefined) expect(problemsOf(text, { file: "t.json", format })).toEqual([]);
  });
});

/** Guides whose JSON blocks are definitions, and of what. */
const FORMATS_OF_PAGES: Readonly<Record<string, ManifestFormat>> = {
  "docs/guide/declare-a-custom-tool.md": "custom",
  "docs/guide/declare-tools-from-an-app.md": "agent-tool",
};

/** What the page says that stands in the `toolclad.toml` of its tools. */
function projectOf(page: Page): ToolcladProject | undefined {
  const block = readToolBlocks(page).find(({ file }) => path.basename(file) === "toolclad.toml");
  return block === undefined ? undefined : (parseToolcladProject(block.text, block.file).project ?? undefined);
}

describe("the files of examples/", () => {
  const folder = path.join(ROOT, "examples");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => path.extname(name) !== "");
  const tools = files.filter((name) => /\.(?:toml|json|[jt]s)$/.test(name) && !/(?:toolgate|scope)\.toml$/.test(name));

  it("are there for every format", () => {
    const folders = new Set(tools.map((name) => name.split(path.sep)[0] ?? ""));
    expect([...folders].sort()).toEqual([
      "agent-tool",
      "capability",
      "confined",
      "credentialed",
      "custom",
      "http",
      "starter",
      "toolclad",
      "whitelist",
    ]);
  });

  it.each(tools)("load: %s", (name) => {
    const format = name.startsWith("agent-tool/") ? "agent-tool" : undefined;
    expect(problemsOf(readFileSync(path.join(folder, name), "utf8"), { file: name, format })).toEqual([]);
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
    readBlocks(page, "js").flatMap(({ text, line }) => {
      const file = /^\/\/ (\S+\.mjs)\n/.exec(text)?.[1];
      return file === undefined ? [] : [{ page, line, file, text }];
    }),
  );

  it("are there", () => expect(programs.map(({ file }) => file).sort()).toEqual(["embed.mjs", "orders.mjs"]));

  // What the program prints stands in the next block of the page; the tools of the page stand beside it.
  it.each(programs)("prints what the page says: $file", ({ page, line, file, text }) => {
    const cwd = path.join(temporary, path.basename(file, ".mjs"));
    mkdirSync(path.join(cwd, "tools"), { recursive: true });
    for (const tool of readToolBlocks(page)) writeFileSync(path.join(cwd, tool.file), tool.text);
    writeFileSync(path.join(cwd, "toolgate.toml"), "[registry]\n");
    const index = pathToFileURL(path.join(ROOT, "src/index.ts")).href;
    const program = path.join(cwd, file);
    writeFileSync(program, text.replace('from "toolgate"', `from "${index}"`));
    const env = { ...process.env, TOOLGATE_HOME: path.join(temporary, "home"), TOOLGATE_TRUST: "1" };
    const printed = execFileSync(process.execPath, [program], { cwd, env, encoding: "utf8" });
    const expected = readBlocks(page, "text").find((block) => block.line > line)?.text ?? "";
    const withoutEnds = (lines: string): string => lines.trim().replaceAll(/ +$/gm, "");
    expect(withoutEnds(printed)).toBe(withoutEnds(expected));
  });
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
