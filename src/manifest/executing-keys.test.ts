import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Tool } from "../model/tool.ts";
import { parseManifest } from "./parse-manifest.ts";

function read(text: string, file: string): Tool {
  const { tools, issues } = parseManifest(text, { file, layer: "user" });
  const [tool] = tools;
  if (tool === undefined) throw new Error(JSON.stringify(issues));
  return tool;
}

function vector(file: string): Tool {
  return read(readFileSync(new URL(`../../test/vectors/manifest/${file}`, import.meta.url), "utf8"), file);
}

const text = (value: string): { readonly kind: "text"; readonly text: string } => ({ kind: "text", text: value });
const param = (name: string): { readonly kind: "param"; readonly name: string } => ({ kind: "param", name });
const MEBIBYTE = 1024 * 1024;

describe("what a definition says of executing", () => {
  it("is read from a whitelist tool", () => {
    expect(vector("whitelist-ok-executing.toml")).toMatchObject({
      backend: { stdin: [param("document")] },
      secretEnvironment: { API_KEY: "my_api_key", TOOLCLAD_SECRET_TOKEN: "team.token-1" },
      output: {
        shape: "process",
        parser: "json",
        schema: { type: "object" },
        maxModelChars: 4000,
        audience: "both",
      },
      sandbox: {
        profile: "isolated",
        writable: ["out", "/srv/out", "~/out", "$SESSION_DIR/x"],
        readable: ["~", "$SESSION_DIR"],
        network: { kind: "hosts", hosts: ["api.example.com", "*.example.org", "10.0.0.1"] },
        limits: { memoryBytes: 512 * MEBIBYTE, processes: 32, fileBytes: 100 * MEBIBYTE, cpuSeconds: 30 },
      },
    });
    const stdin = [text("first\n"), param("text"), text("\n")];
    expect(vector("whitelist-ok-stdin-optional.toml").backend).toMatchObject({ stdin });
  });

  it("is read from a ToolClad manifest", () => {
    expect(vector("toolclad-executing.clad.toml")).toMatchObject({
      backend: { stdin: [param("x"), text(" of "), param("kind"), text(': {"a": 1}')], constants: { kind: "all" } },
      secretEnvironment: { API_KEY: "my_api_key" },
      output: { shape: "envelope", parser: "lines", maxModelChars: 4000, audience: "both" },
      sandbox: { profile: "isolated", writable: ["out"], limits: { memoryBytes: 512 * MEBIBYTE } },
    });
    expect(vector("toolclad-executing-executor.clad.toml")).toMatchObject({
      backend: { binary: "scripts/scan.sh", stdin: [param("x"), text(" "), param("_scan_id")] },
      secretEnvironment: { TOOLCLAD_SECRET_KEY: "key" },
      output: { parser: "lines" },
    });
  });

  it("is read from a custom tool", () => {
    expect(vector("custom-ok-executing.json")).toMatchObject({
      backend: { kind: "command", binary: "wc", stdin: [param("x"), text("\n")] },
      secretEnvironment: { API_KEY: "my_api_key" },
      sandbox: { profile: "isolated", network: { kind: "hosts", hosts: ["api.example.com"] } },
    });
    const silent = vector("custom-ok-executing-nulls.json");
    expect([silent.sandbox, silent.secretEnvironment]).toEqual([undefined, undefined]);
    expect(silent.backend).not.toHaveProperty("stdin");
  });

  it.each([
    ["network = false", { kind: "none" }],
    ["network = true", { kind: "all" }],
    ["network = []", { kind: "none" }],
    ['network = ["A.Example"]', { kind: "hosts", hosts: ["a.example"] }],
    ["", null],
  ])("takes %j as %j", (line, network) => {
    const tool = read(`name = "a"\ndescription = "x"\nkind = "command"\nbinary = "date"\n[sandbox]\n${line}`, "a.toml");
    expect(tool.sandbox).toMatchObject({ profile: null, network });
  });

  it("leaves the plain result of a ToolClad tool without an envelope alone", () => {
    const lines = '[output]\nformat = "json"\nenvelope = false\n';
    const tool = read(`[tool]\nname = "a"\ndescription = "x"\n[command]\nexec = ["date"]\n${lines}`, "a.clad.toml");
    expect(tool.output).toEqual({ shape: "process", parser: "text", schema: null });
  });

  const BASE = 'name = "a"\ndescription = "x"\nkind = "command"\nbinary = "date"\n';
  it.each([
    'stdin = "x"',
    '[secrets]\nA = "x"',
    '[sandbox]\nprofile = "none"',
    "[sandbox]\nnetwork = true",
    '[sandbox]\nwritable = ["out"]',
    "[sandbox]\nprocesses = 5",
    '[output]\nparser = "lines"',
    "[output]\nmax_model_chars = 999",
    '[output]\naudience = "both"',
  ])("is part of the definition's hash: %j", (lines) => {
    expect(read(BASE + lines, "a.toml").definitionHash).not.toBe(read(BASE, "a.toml").definitionHash);
  });

  it.each(['[secrets]\nA = "y"', '[secrets]\nB = "x"', "[secrets]"])(
    "changes the hash with each secret: %j",
    (lines) => {
      const before = read(`${BASE}[secrets]\nA = "x"`, "a.toml");
      expect(read(BASE + lines, "a.toml").definitionHash).not.toBe(before.definitionHash);
    },
  );
});
