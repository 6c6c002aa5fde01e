import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** What `npm pack` puts into the tarball, unpacked where nothing else of the repository is; only dependencies are lent. */
let root = "";
let installed = "";
let project = "";
let env: Record<string, string> = {};

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-package-")));
  installed = path.join(root, "node_modules/toolgate");
  project = path.join(root, "project");
  for (const folder of [installed, project]) mkdirSync(folder, { recursive: true });
  // The build is there already; packing must not touch it while other tests use it.
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", root], { stdio: "ignore" });
  execFileSync("tar", ["-xzf", path.join(root, `toolgate-${version()}.tgz`), "--strip-components=1", "-C", installed]);
  symlinkSync(path.resolve("node_modules"), path.join(installed, "node_modules"));
  env = { ...(process.env as Record<string, string>), TOOLGATE_HOME: path.join(root, "home") };
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function version(): string {
  return (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version;
}

function toolgate(...args: string[]): string {
  const launcher = path.join(installed, "bin/toolgate.js");
  return execFileSync(process.execPath, [launcher, ...args], {
    cwd: project,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe("the packed package", () => {
  it("carries what it needs and no tests, sources or secrets", () => {
    for (const needed of [
      "LICENSE",
      "README.md",
      "CHANGELOG.md",
      "SECURITY.md",
      "dist/index.d.ts",
      "schema/toolgate.schema.json",
      "schema/whitelist-tool.schema.json",
      "vectors/scope_vectors.json",
      "docs/reference/custom-tool-keys.md",
    ]) {
      expect(existsSync(path.join(installed, needed)), needed).toBe(true);
    }
    const files = execFileSync("find", [installed, "-type", "f"], { encoding: "utf8" });
    expect(files).not.toMatch(/\.test\.|\.fixture\.|\/src\/|\/bench\/|\.env/);
    const { scripts } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as { scripts: object };
    expect(Object.keys(scripts)).not.toEqual(expect.arrayContaining([expect.stringMatching(/install/)]));
  });

  it("lets programs import its parts by name, vectors too", () => {
    const code = `
      import { readFileSync } from "node:fs";
      import { fileURLToPath } from "node:url";
      import { matchScope } from "toolgate/scope";
      import { validateParam } from "toolgate/params";
      import { loadModuleEvaluator, parseManifest, toInputSchema } from "toolgate/manifest";
      import { createToolgate, defineApi, defineTool } from "toolgate";
      const vectors = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("toolgate/vectors/scope_vectors.json"))));
      const scope = (cidr) => ({ networks: [cidr], domains: [], excludedNetworks: [], excludedDomains: [] });
      const wrong = vectors.vectors.ipv4_in_cidr.filter(({ ip, cidr, expected }) => matchScope(ip, scope(cidr)).inScope !== expected);
      const evaluateModule = await loadModuleEvaluator();
      const source = 'import { defineTool } from "toolgate"; defineTool({ name: "a.b", description: "d", handler: () => 1 });';
      const { tools } = parseManifest(source, { file: "a.ts", layer: "user", evaluateModule });
      console.log(JSON.stringify([wrong.length, tools.map((tool) => [tool.name, toInputSchema(tool).type])]));
      console.log([createToolgate, defineApi, defineTool, validateParam].every((each) => typeof each === "function"));
    `;
    const file = path.join(root, "uses.mjs");
    writeFileSync(file, code);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8", env });
    expect(printed).toBe('[0,[["a.b","object"]]]\ntrue\n');
  });

  it("makes a workspace in an empty folder and calls its tools", () => {
    toolgate("init");
    expect(existsSync(path.join(project, "toolgate.toml"))).toBe(true);
    expect(toolgate("call", "files.find", "--arg", "text=toml")).toContain("toolgate.toml");
    expect(toolgate("--version").trim()).toBe(version());
  });

  it("serves it to a real client over stdio", async () => {
    const client = new Client({ name: "package", version: "1" });
    const args = [path.join(installed, "bin/toolgate.js"), "serve", "--stdio"];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: project, env, stderr: "ignore" }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["files.find", "repo.log", "session.status", "toolgate_extensions"]);
    await client.close();
  });

  it("is a library: tools given in code walk the same path", () => {
    const program = `
      import { createToolgate, defineTool } from "toolgate";
      const double = defineTool({
        name: "double", description: "Doubles", effect: "read",
        inputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"], additionalProperties: false },
        handler: ({ n }) => n * 2,
      });
      const toolgate = await createToolgate({ tools: [double] });
      const good = await toolgate.call("double", { n: 21 });
      const bad = await toolgate.call("double", { n: "x" });
      console.log(JSON.stringify([good.status, good.structured, bad.status, bad.error.code]));
      await toolgate.close();
    `;
    writeFileSync(path.join(project, "embed.mjs"), program);
    const printed = execFileSync(process.execPath, ["embed.mjs"], { cwd: project, env, encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual(["success", 42, "refused", "INVALID_ARGUMENTS"]);
  });
});
