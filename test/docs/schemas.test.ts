import { Validator } from "@cfworker/json-schema";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NAMES } from "../../scripts/schemas/names.ts";
import { renderSchemas, SCHEMA_FOLDER } from "../../scripts/render-schemas.ts";
import { parseAssertions } from "../../src/analysis/assert/parse-assertions.ts";
import { toPlain } from "../../src/config/file/to-plain.ts";
import { initWorkspace } from "../../src/config/init.ts";
import { toSchemaLine } from "../../src/config/init/schema-line.ts";
import { parseToolcladProject } from "../../src/manifest/toolclad/project/parse-toolclad-project.ts";
import { parseTomlWithPositions } from "../../src/manifest/toml/parse-toml.ts";
import type { JsonObject, JsonValue } from "../../src/model/json.ts";
import { parseScope } from "../../src/scope/parse-scope.ts";
import { readSchemaCases, toCase } from "./schema-cases.ts";
import { BEYOND_SCHEMAS, PEER_ONLY } from "./schema-limits.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const rendered = await renderSchemas();
const validators = new Map(
  [...rendered].map(([name, text]) => {
    const schema = JSON.parse(text) as JsonObject;
    const drafts = (["7", "2020-12"] as const).map((draft) => new Validator(schema as object, draft, false));
    return [name.replace(".schema.json", ""), drafts];
  }),
);

/** Whether the schema takes it, as draft-07 and as 2020-12: the two must not differ. */
function accepts(schema: string, data: JsonValue): boolean {
  const [one, other] = (validators.get(schema) ?? []).map((validator) => validator.validate(data).valid);
  expect(one).toBe(other);
  return one === true;
}

function parse(text: string): JsonValue {
  const { document } = parseTomlWithPositions(text, "x.toml");
  if (document === null) throw new Error(`no TOML: ${text}`);
  return toPlain(document.root);
}

describe("the published schemas", () => {
  // `node scripts/render-schemas.ts` writes them anew.
  it.each([...rendered.keys()])("are committed as the script writes them: %s", (name) => {
    expect(readFileSync(path.join(SCHEMA_FOLDER, name), "utf8")).toBe(rendered.get(name));
  });

  it("are all of the folder", () => {
    expect(readdirSync(SCHEMA_FOLDER).sort()).toEqual([...rendered.keys()].sort());
  });

  it.each([...rendered])("refer to nothing outside themselves, and say a word on every key: %s", (_name, text) => {
    const schema = JSON.parse(text) as JsonObject;
    const { undescribed, references } = inspect(schema, "");
    expect(undescribed).toEqual([]);
    for (const reference of references) {
      const target = reference.replace("#/definitions/", "");
      expect(Object.keys((schema["definitions"] ?? {}) as object)).toContain(target);
    }
  });
});

function inspect(schema: JsonValue, where: string): { undescribed: string[]; references: string[] } {
  const found: { undescribed: string[]; references: string[] } = { undescribed: [], references: [] };
  if (typeof schema !== "object" || schema === null) return found;
  for (const [key, value] of Object.entries(schema as Record<string, JsonValue>)) {
    // A condition repeats keys that are described where they are declared.
    if (["if", "then", "else", "not"].includes(key)) continue;
    if (key === "$ref") found.references.push(value as string);
    const isKeys = key === "properties" && "type" in schema && schema["additionalProperties"] === false;
    for (const [name, property] of isKeys ? Object.entries(value as Record<string, JsonObject>) : []) {
      if (typeof property.description !== "string") found.undescribed.push(`${where}.${name}`);
    }
    const inner = inspect(value, `${where}.${key}`);
    found.undescribed.push(...inner.undescribed);
    found.references.push(...inner.references);
  }
  return found;
}

describe("every vector", () => {
  const cases = readSchemaCases();
  const beyond = new Set(Object.values(BEYOND_SCHEMAS).flat());
  const good = cases.filter(({ errors }) => errors.length === 0);
  const bad = cases.filter(({ errors }) => errors.length > 0);

  it("that loads is accepted", () => {
    const refused = good.filter(({ schema, data }) => !accepts(schema, data)).map(({ name }) => name);
    expect(refused.sort()).toEqual(PEER_ONLY);
    expect(good.length).toBeGreaterThan(170);
  });

  it("with an error that a schema can express is refused", () => {
    const visible = bad.filter(({ errors }) => errors.some((code) => !beyond.has(code)));
    const missed = visible.filter(({ schema, data }) => accepts(schema, data));
    expect(missed.map(({ name, errors }) => [name, errors])).toEqual([]);
    expect(visible.length).toBeGreaterThan(180);
  });

  it("that only Toolgate refuses has an error of the list, which has no other", () => {
    const slipped = bad.filter(({ schema, data }) => accepts(schema, data)).flatMap(({ errors }) => errors);
    expect([...beyond].filter((code) => !slipped.includes(code))).toEqual([]);
    expect(bad.filter(({ schema, data }) => !accepts(schema, data)).length).toBeGreaterThan(250);
  });
});

describe("names", () => {
  const names = [
    "a",
    "A1",
    "_a",
    "-a",
    "a-b",
    "a.b",
    "",
    "a b",
    "a_b",
    "0a",
    "é",
    "__proto__",
    "x".repeat(64),
    "x".repeat(65),
  ];
  const head = '[tool]\nname = "t"\ndescription = "x"\n';
  const flow = [
    "login_url",
    "username_selector",
    "password_selector",
    "submit_selector",
    "success_indicator",
    "secret_ref",
  ];
  const places: Readonly<Record<string, (key: string) => string>> = {
    arg: (key) => `${head}[args.${key}]\ntype = "port"\n[command]\nexec = ["x"]\n[output]\n`,
    command: (key) =>
      `${head}[session]\nstartup_command = "x"\nready_pattern = ">"\n[session.commands.${key}]\npattern = "^x$"\n`,
    placeholder: (key) => `${head}[command]\nexec = ["x"]\n[command.defaults]\n${key} = 1\n[output]\n`,
    service: (key) =>
      `${head}[browser.commands]\n[browser.auth_flows.${key}]\n${flow.map((each) => `${each} = ""`).join("\n")}\n`,
    header: (key) => `${head}[http]\nurl = "https://a.example"\nheaders = { ${key} = "x" }\n`,
    server: (key) => `${head}[mcp]\ntool = "x"\nserver = ${key}\n`,
  };

  it.each(Object.entries(places))("are the same to schema and reader: %s", (kind, toText) => {
    for (const name of names) {
      const { errors = [] } = toCase("x.clad.toml", toText(JSON.stringify(name)), "toolclad")[0] ?? {};
      const isRefused = errors.includes(kind === "header" ? "bad-header" : "bad-name");
      const fits = NAMES[kind as keyof typeof NAMES].test(name);
      if (!fits) expect([name, isRefused]).toEqual([name, true]);
      // A command's name must also leave room for the tool's, and a service is refused for its other keys.
      else if (name.length < 64 && kind !== "service") expect([name, isRefused]).toEqual([name, false]);
    }
  });
});

describe("files that are no definitions", () => {
  const assertion = '[[assert]]\nname = "x"\nmust = ';
  it.each([
    ["scope", '[scope]\ntargets = ["10.0.0.0/8"]\ndomains = ["*.a.example"]\nexclude = ["10.0.0.1"]', true],
    [
      "scope",
      '[[targets]]\ncidr = "10.0.0.0/8"\nnote = "lab"\n[[excluded]]\ncidr = "10.0.0.1/32"\n[engagement]\nid = 1',
      true,
    ],
    ["scope", "", false],
    ["scope", "[engagement]\nid = 1", false],
    ["scope", '[scope]\ntarget = ["10.0.0.0/8"]', false],
    ["scope", '[scope]\ntargets = "10.0.0.0/8"', false],
    ["scope", "scope = 1", false],
    ["scope", '[[targets]]\naddress = "10.0.0.0/8"', false],
    ["scope", "[targets]\ncidr = 1", false],
    ["scope", "[scope]\n[other]", false],
    ["assertions", `${assertion}{ effect = ["read"], human_approval = true, hosts = ["a.example"] }`, true],
    ["assertions", `${assertion}{ no_warnings = ["*"] }\nfor = { name = ["*"], risk = ["low"] }`, true],
    ["assertions", "", false],
    ["assertions", `${assertion}{}`, false],
    ["assertions", `${assertion}{ effects = ["read"] }`, false],
    ["assertions", `${assertion}{ effect = ["raed"] }`, false],
    ["assertions", `${assertion}{ effect = "read" }`, false],
    ["assertions", '[[assert]]\nmust = { effect = ["read"] }', false],
    ["assertions", '[[assert]]\nname = "x"', false],
    ["assertions", '[[assert]]\nname = "x"\nmust = { effect = ["read"] }\nif = {}', false],
    ["toolclad-project", "", true],
    ["toolclad-project", '[toolclad]\nprofile = "peer"\n[types.rate]\nbase = "integer"\nmin = 1\nmax = 10', true],
    [
      "toolclad-project",
      '[types.level]\nbase = "enum"\nallowed = ["a"]\n[types.ratio]\nbase = "number"\nmin = 0.5',
      true,
    ],
    ["toolclad-project", "[types.rate]\nmin = 1", false],
    ["toolclad-project", '[types.rate]\nbase = "other"', false],
    ["toolclad-project", '[types.rate]\nbase = "integer"\nmin = 0.5', false],
    ["toolclad-project", '[types.rate]\nbase = "port"\nmin = 1', false],
    ["toolclad-project", '[types.rate]\nbase = "integer"\nclamp = true', false],
    ["toolclad-project", '[types.string]\nbase = "integer"', false],
    ["toolclad-project", '[types."a b"]\nbase = "integer"', false],
    ["toolclad-project", '[types.a]\nbase = "enum"\nallowed = []', false],
    ["toolclad-project", '[toolclad]\nprofile = "lax"', false],
  ])("are judged as their reader does: %s %j", (schema, text, isGood) => {
    const readers: Readonly<Record<string, () => readonly unknown[]>> = {
      scope: () => parseScope(text).issues,
      assertions: () => parseAssertions(text, "x.toml").issues,
      "toolclad-project": () => parseToolcladProject(text, "toolclad.toml").issues,
    };
    expect(readers[schema]?.().length === 0).toBe(isGood);
    expect(accepts(schema, parse(text))).toBe(isGood);
  });
});

describe("programs with a credential", () => {
  it.each([
    [{ binary_name: "gh", tips: "x" }, true],
    [[{ binary_name: "gh", tips: "x", preset: "gh", encrypted_env: { GH_TOKEN: null } }], true],
    [
      { binary_name: "gh", tips: null, preset: null, deny_args: null, timeout_seconds: null, encrypted_env: ["A"] },
      true,
    ],
    [[], false],
    [{ binary_name: "gh", tips: "x", preset: "none" }, false],
    [{ binary_name: "gh", tips: "x", encrypted_env: { GH_TOKEN: "secret" } }, false],
    [{ binary_name: "gh", tips: "x", encrypted_env: [1] }, false],
    [{ binary_name: "gh", tips: "x", deny_args: "rm" }, false],
    [{ binary_name: "gh", tips: "x", timeout_seconds: 0 }, false],
    [{ binary_name: "gh", tips: "x", enabled: null }, false],
    [{ binary_name: "gh", tips: "x", tip: "x" }, false],
    [{ binary_name: "", tips: "x" }, false],
  ])("are judged as their reader does: %j", (data, isGood) => {
    const [found] = toCase("x.json", JSON.stringify(data), "credentialed");
    expect(found?.errors.length === 0).toBe(isGood);
    expect(accepts("credentialed", data)).toBe(isGood);
  });
});

const SCHEMA_OF: readonly (readonly [file: RegExp, schema: string])[] = [
  [/(^|\/)toolgate\.toml$/, "toolgate"],
  [/(^|\/)toolclad\.toml$/, "toolclad-project"],
  [/\.clad\.toml$/, "toolclad"],
  [/(^|\/)scope[^/]*\.toml$/, "scope"],
  [/assert[^/]*\.toml$/, "assertions"],
  [/\.toml$/, "whitelist-tool"],
  [/^agent[^/]*\/.*\.json$/, "agent-tools"],
  [/^credentialed\/.*\.json$/, "credentialed"],
  [/^custom\/.*\.json$/, "custom-tools"],
];

describe("every example", () => {
  const files = readdirSync(path.join(ROOT, "examples"), { recursive: true, encoding: "utf8" });

  it.each(files.filter((file) => /\.(toml|json)$/.test(file)))("is accepted: %s", (file) => {
    const text = readFileSync(path.join(ROOT, "examples", file), "utf8");
    const schema = SCHEMA_OF.find(([pattern]) => pattern.test(file))?.[1];
    expect(schema, "the schema of this kind of file").toBeDefined();
    expect(accepts(schema ?? "", file.endsWith(".toml") ? parse(text) : (JSON.parse(text) as JsonValue))).toBe(true);
  });

  it.each(files.filter((file) => /^capability\/.*\.[jt]s$/.test(file)))("is accepted: %s", (file) => {
    const [found] = toCase(file, readFileSync(path.join(ROOT, "examples", file), "utf8"), "capability");
    if (found !== undefined) expect(accepts(found.schema, found.data)).toBe(true);
  });
});

/** A language tool for TOML, as editors run it; it finds the schema by the first line of a file. */
describe("taplo", () => {
  let folder = "";
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-taplo-")));
    initWorkspace(path.join(folder, "new"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function lint(...args: readonly string[]): Promise<{ readonly exit: number; readonly said: string }> {
    const program = path.join(ROOT, "node_modules/@taplo/cli/dist/cli.js");
    return new Promise((resolve) => {
      const all = [program, "lint", "--no-auto-config", "--colors", "never", ...args];
      execFile(process.execPath, all, { cwd: folder }, (error, stdout, stderr) => {
        resolve({ exit: error === null ? 0 : Number(error.code), said: stdout + stderr });
      });
    });
  }

  const FILES = ["toolgate.toml", "tools/repo.log.toml", "tools/files.find.toml", "scope/scope.toml"];

  it("takes what init writes", async () => {
    for (const file of FILES) {
      const [first = ""] = readFileSync(path.join(folder, "new", file), "utf8").split("\n");
      expect(first).toMatch(/^#:schema file:\/\/\/\S+\.schema\.json$/);
    }
    expect(await lint(...FILES.map((file) => path.join(folder, "new", file)))).toMatchObject({ exit: 0 });
  });

  it("finds wrong keys, and names them", async () => {
    const wrong: readonly (readonly [file: string, added: string, key: string])[] = [
      ["toolgate.toml", "\n[sever]\n", "sever"],
      ["tools/repo.log.toml", "\n[limits]\n", "limits"],
      ["tools/files.find.toml", '\n[params.more]\ntype = "int"\nvalues = ["a"]\n', "values"],
      ["scope/scope.toml", "\n[targts]\n", "targts"],
    ];
    const copies = wrong.map(([file, added]) => {
      const copy = path.join(folder, "new", file.replace(".toml", ".wrong.toml"));
      writeFileSync(copy, readFileSync(path.join(folder, "new", file), "utf8") + added);
      return copy;
    });
    const { exit, said } = await lint(...copies);
    expect(exit).toBe(1);
    for (const copy of copies) expect(said).toContain(`path="${copy}"`);
    const errors = said.split("\n").filter((line) => line.startsWith("error: "));
    for (const [, , key] of wrong)
      expect(
        errors.some((line) => line.includes(key)),
        key,
      ).toBe(true);
    expect(said).not.toContain("failed to");
  });

  it("follows the relative line of a project that depends on the package", async () => {
    const project = path.join(folder, "project");
    mkdirSync(path.join(project, "node_modules"), { recursive: true });
    symlinkSync(ROOT, path.join(project, "node_modules/toolgate"));
    initWorkspace(project);
    const tool = path.join(project, "tools/repo.log.toml");
    expect(readFileSync(tool, "utf8")).toMatch(
      /^#:schema \.\.\/node_modules\/toolgate\/schema\/whitelist-tool\.schema\.json\n/,
    );
    expect(await lint(...FILES.map((file) => path.join(project, file)))).toMatchObject({ exit: 0 });
    writeFileSync(tool, `${readFileSync(tool, "utf8")}\n[limits]\n`);
    expect(await lint(tool)).toMatchObject({ exit: 1, said: expect.stringContaining("'limits'") as string });
  });

  it("takes every vector and example of ToolClad that loads, and refuses what the schema refuses", async () => {
    const schema = toSchemaLine("toolclad", path.join(folder, "x")).replace("#:schema ", "");
    const examples = path.join(ROOT, "examples/toolclad");
    const good = readdirSync(examples).filter((file) => file.endsWith(".clad.toml"));
    expect(await lint("--schema", schema, ...good.map((file) => path.join(examples, file)))).toMatchObject({ exit: 0 });
    const vectors = readSchemaCases().filter(
      ({ schema: kind, name }) => kind === "toolclad" && !PEER_ONLY.includes(name),
    );
    const inFolder = (names: readonly string[]): readonly string[] =>
      names.map((name) => path.join(ROOT, "test/vectors/manifest", name));
    const loads = vectors.filter(({ errors }) => errors.length === 0).map(({ name }) => name);
    expect(await lint("--schema", schema, ...inFolder(loads))).toMatchObject({ exit: 0 });
    const all = vectors.filter(({ data }) => !accepts("toolclad", data)).map(({ name }) => name);
    // It writes every value of a file that it refuses, so a part of them has to do.
    const refused = all.filter((_, index) => index % 5 === 0);
    const { said } = await lint("--schema", schema, ...inFolder(refused));
    expect(refused.filter((name) => !said.includes(`/${name}`))).toEqual([]);
  });
});
