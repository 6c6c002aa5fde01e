import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ManifestOptions, ManifestResult } from "./manifest.ts";
import { parseManifest } from "./parse-manifest.ts";

const folder = new URL("../../test/vectors/manifest/", import.meta.url);

function parse(text: string, options: Partial<ManifestOptions> = {}): ManifestResult {
  return parseManifest(text, { file: "tools/demo.toml", layer: "user", ...options });
}

function readVector(name: string): ManifestResult {
  return parse(readFileSync(new URL(name, folder), "utf8"), { file: name });
}

const param = (name: string): object => ({ kind: "arg", parts: [{ kind: "param", name }] });
const text = (literal: string): object => ({ kind: "arg", parts: [{ kind: "text", text: literal }] });

describe("whitelist tools", () => {
  it("reads the template example", () => {
    const [tool] = readVector("seed-ffmpeg-trim.toml").tools;
    expect(tool).toMatchObject({
      name: "ffmpeg.trim",
      effect: "write",
      enabled: true,
      overrides: false,
      limits: { timeoutMs: 120_000, maxStdoutBytes: 1_048_576, maxStderrBytes: 65_536 },
      output: { shape: "process", parser: "text", schema: null },
      origin: { format: "whitelist", layer: "user", file: "seed-ffmpeg-trim.toml", line: 2, column: 1 },
    });
    const args = ["-y", "-i", 0, "-ss", 1, "-to", 2, "-c", "copy", 3].map((entry) =>
      typeof entry === "string" ? text(entry) : param(["input", "start", "end", "output"][entry]!),
    );
    expect(tool?.backend).toEqual({ kind: "command", binary: "ffmpeg", args, constants: {}, cwd: "$SESSION_DIR" });
    expect(tool?.input.kind === "params" && tool.input.params.map(({ name, type }) => [name, type])).toEqual([
      ["input", "path"],
      ["start", "text"],
      ["end", "text"],
      ["output", "path"],
    ]);
  });

  it("reads the free-mode example", () => {
    const [tool] = readVector("seed-git.toml").tools;
    const allowedSubcommands = ["status", "log", "diff", "branch", "show", "rev-parse"];
    expect(tool?.input).toEqual({ kind: "free", free: { binary: "git", allowedSubcommands, allowedFlags: [] } });
    expect(tool?.description).toBe("");
  });

  it("reads every type and every key", () => {
    const [tool] = readVector("ok-all-types.toml").tools;
    expect(tool).toMatchObject({ title: "All types", version: "1.2.0", group: "demo", effect: "read", enabled: false });
    expect(tool).toMatchObject({ humanApproval: true, overrides: true, environment: ["HOME", "LANG"] });
    const params = tool?.input.kind === "params" ? tool.input.params : [];
    expect(params.map(({ name, type, required }) => `${name}:${type}:${required}`)).toEqual([
      "a:path:false",
      "b:duration:false",
      "c:integer:false",
      "d:number:false",
      "e:boolean:false",
      "f:enum:false",
      "g:text:true",
      "h:identifier:false",
    ]);
    expect(params[2]).toMatchObject({ min: -5, max: 5, default: 3, clamp: false });
    expect(params[6]).toMatchObject({
      description: "Three digits",
      allowLeadingDash: true,
      refuseMetacharacters: false,
    });
    expect(tool?.backend).toMatchObject({
      args: [
        param("a"),
        param("b"),
        { kind: "arg", parts: [{ text: "--n=" }, { name: "c" }, { text: "-" }, { name: "d" }] },
        { kind: "group", args: [text("--flag"), param("e")] },
        param("f"),
        param("g"),
        text("--"),
        param("h"),
        text(""),
      ],
    });
  });

  it("suggests the key that was meant", () => {
    const { issues } = readVector("param-typo.toml");
    expect(issues.map(({ message }) => message)).toEqual([
      "unknown key `allowed_prefx`, did you mean `allowed_prefix`?",
    ]);
  });

  it("says to which types a key belongs", () => {
    const { issues } = readVector("param-misplaced-key.toml");
    expect(issues[0]?.message).toBe("`min` belongs to the type `int` and `float`, not to `text`");
  });
});

describe("ToolClad tools", () => {
  it("reads a one-shot template", () => {
    const [tool] = readVector("whois.clad.toml").tools;
    expect(tool).toMatchObject({
      name: "whois_lookup",
      version: "1.0.0",
      effect: "write",
      riskTier: "low",
      backend: { binary: "whois", args: [param("target")] },
      cedar: { resource: "PenTest::ScanTarget", action: "execute_tool" },
      output: { shape: "envelope", parser: "text", schema: { type: "object" } },
      origin: { format: "toolclad", line: 3, column: 1 },
    });
  });

  it("resolves mappings, conditionals, defaults and made values when it loads", () => {
    const [tool] = readVector("nmap.clad.toml").tools;
    expect(tool).toMatchObject({ effect: "destructive", humanApproval: true });
    expect(tool?.backend).toEqual({
      kind: "command",
      binary: "nmap",
      cwd: null,
      constants: { max_rate: "1000" },
      args: [
        {
          kind: "mapped",
          param: "scan_type",
          table: { ping: ["-sn", "-PE"], service: ["-sT", "-sV"], syn: [] },
        },
        text("--max-rate"),
        param("max_rate"),
        {
          kind: "when",
          condition: {
            kind: "and",
            left: { kind: "compare", name: "ports", operator: "!=", literal: "" },
            right: { kind: "compare", name: "scan_type", operator: "!=", literal: "ping" },
          },
          args: [{ kind: "group", args: [text("-p"), param("ports")] }],
        },
        text("-oX"),
        param("_output_file"),
        text("--label"),
        {
          kind: "arg",
          parts: [
            { kind: "text", text: "scan " },
            { kind: "param", name: "_scan_id" },
          ],
        },
        param("target"),
      ],
    });
  });

  it("reads every type", () => {
    const [tool] = readVector("all-types.clad.toml").tools;
    const params = tool?.input.kind === "params" ? tool.input.params : [];
    expect(params.map(({ name, type }) => `${name}:${type}`).join(" ")).toBe(
      "a:text b:integer c:number d:port e:boolean f:enum g:url h:path i:ip_address j:cidr k:duration l:text",
    );
    expect(params[0]).toMatchObject({ allowEmpty: true, refuseMetacharacters: true });
    expect(params[2]).toMatchObject({ min: 0, max: 1.5 });
    expect(params[6]).toMatchObject({ schemes: ["https"], scopeCheck: true });
    expect(params[11]).toMatchObject({ allowEmpty: false });
    expect(tool?.output.shape).toBe("process");
    expect(tool?.effect).toBe("read");
    const mapped = tool?.backend.kind === "command" && tool.backend.args.find((node) => node.kind === "mapped");
    expect(mapped).toMatchObject({ table: { x: ["-x", "-X"], y: [] } });
  });

  it("orders arguments by their position", () => {
    const { tools } = parse(
      `[tool]
name = "a"
description = "x"
[args.late]
type = "port"
position = 9
[args.early]
type = "port"
position = -1
[command]
exec = ["x", "{late}", "{early}"]
[output]`,
      { file: "a.clad.toml" },
    );
    const params = tools[0]?.input.kind === "params" ? tools[0].input.params : [];
    expect(params.map(({ name, position }) => [name, position])).toEqual([
      ["early", 0],
      ["late", 1],
    ]);
  });

  it("takes an empty default as leave to be empty", () => {
    const clad = (line: string): ManifestResult =>
      parse(
        `[tool]\nname = "a"\ndescription = "x"\n[args.t]\ntype = "string"\n${line}\n[command]\nexec = ["x", "{t}"]\n[output]`,
        { format: "toolclad" },
      );
    expect(clad('default = ""').tools[0]?.input).toMatchObject({ params: [{ allowEmpty: true, required: false }] });
    expect(clad("required = true").tools[0]?.input).toMatchObject({ params: [{ allowEmpty: false, required: true }] });
  });
});

describe("files", () => {
  const good = 'name = "a"\ndescription = "x"\nkind = "command"\nbinary = "true"\n';

  it("picks the format from the name of the file, unless told", () => {
    expect(parse(good).tools[0]?.origin.format).toBe("whitelist");
    expect(parse(good, { file: "a.clad.toml" }).tools).toEqual([]);
    expect(parse(good, { file: "a.clad.toml", format: "whitelist" }).tools).toHaveLength(1);
  });

  it("reads Windows line ends with the right positions", () => {
    const { issues } = parse(`${good}nmae = 1`.replaceAll("\n", "\r\n"));
    expect(issues).toMatchObject([{ code: "unknown-key", line: 5, column: 1, endColumn: 5 }]);
  });

  it("ignores a byte order mark, and says so", () => {
    const { tools, issues } = parse(`\ufeff${good}`);
    expect(tools).toHaveLength(1);
    expect(issues).toMatchObject([{ severity: "warning", code: "byte-order-mark", line: 1, column: 1 }]);
  });

  it("keeps the hash when a tool is switched off or moved, and changes it with anything else", () => {
    const hash = parse(good).tools[0]?.definitionHash;
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(parse(`# moved\n${good}enabled = false`, { layer: "session" }).tools[0]?.definitionHash).toBe(hash);
    expect(parse(good.replace("true", "false")).tools[0]?.definitionHash).not.toBe(hash);
    expect(parse(`${good}human_approval = true`).tools[0]?.definitionHash).not.toBe(hash);
  });

  it.each([
    ["a quoted key", '"name" = "a"\n', 1, 1],
    ["a text of several lines before it", 'description = """\nname = "a"\n"""\nname = "a"\n', 4, 1],
    ["a table of several lines before it", 'params = {\n  x = { type = "int" } }\nname = "a"\n', 3, 1],
  ])("finds the name behind %s", (_what, start, line, column) => {
    const rest = good.replace(/^name.*\n/, "").replace(/^description.*\n/m, start.includes("descr") ? "" : "$&");
    const args = start.includes("params") ? 'args = ["{{x}}"]\n' : "";
    const { tools } = parse(start + args + rest);
    expect(tools[0]?.origin).toMatchObject({ line, column });
  });

  it("stops counting issues at a hundred", () => {
    const extra = Array.from({ length: 30 }, (_, index) => `[params.p${index}]\na=1\nb=1\nc=1\nd=1\n`).join("");
    const { issues } = parse(good + extra);
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toMatchObject({ code: "more-issues" });
  });

  it("refuses a file that is too large without reading it", () => {
    expect(parse(`#${" ".repeat(1024 * 1024)}`).issues).toMatchObject([{ code: "too-large" }]);
  });
});
