import { describe, expect, it } from "vitest";
import { parseManifest } from "../manifest/parse-manifest.ts";
import type { Tool } from "../model/tool.ts";
import type { Scope } from "../scope/scope.ts";
import { analyseTool } from "./analyse-tool.ts";

const SCOPE: Scope = {
  networks: ["10.0.0.0/8"],
  domains: ["*.example.com"],
  excludedNetworks: [],
  excludedDomains: [],
};

function toTool(text: string, file = "t.toml"): Tool {
  const { tools, issues } = parseManifest(text, { file, layer: "project" });
  const [tool] = tools;
  if (tool === undefined) throw new Error(JSON.stringify(issues));
  return tool;
}

const TRIM = `
name = "media.trim"
description = "Cut"
kind = "command"
binary = "ffmpeg"
args = ["-i", "{{input}}", "-t", "{{seconds}}", "-f", "{{format}}", "{{note}}"]
[params.input]
type = "path"
allowed_prefix = "$SESSION_DIR"
[params.seconds]
type = "int"
min = 1
max = 60
[params.format]
type = "enum"
values = ["mp4", "webm"]
[params.note]
type = "text"
pattern = "^[a-z]+$"
optional = true
`;

describe("analyseTool", () => {
  it("tells the whole parameter space", () => {
    const { params, shape, reach } = analyseTool(toTool(TRIM), null);
    expect(params.map(({ name, space, size }) => [name, space, size])).toEqual([
      ["input", "confined", null],
      ["seconds", "bounded", 60],
      ["format", "enumerable", 2],
      ["note", "pattern", null],
    ]);
    expect(shape).toEqual(["ffmpeg -i {input} -t {seconds} -f {format} {note}"]);
    expect(reach).toMatchObject({ programs: ["ffmpeg"], paths: ["$SESSION_DIR", "."], hosts: [], targets: [] });
  });

  it("tells what a program is given and how far it wants to be confined", () => {
    const text = `
name = "a"
description = "x"
kind = "command"
binary = "wc"
stdin = "{{text}} END"
[params.text]
type = "text"
multiline = true
[secrets]
API_KEY = "my_key"
[sandbox]
profile = "workspace"
writable = ["/srv/out"]
network = ["api.example.com"]
memory_mb = 64
`;
    const { shape, reach, sandbox, warnings } = analyseTool(toTool(text), null);
    expect(shape).toEqual(["wc", "standard input: {text} END"]);
    expect(reach).toMatchObject({
      hosts: ["api.example.com"],
      paths: [".", "/srv/out"],
      environment: ["API_KEY"],
      secrets: ["my_key"],
    });
    expect(sandbox).toEqual(["profile workspace", "writes /srv/out", "network to api.example.com", "64 MiB of memory"]);
    expect(warnings.map(({ code }) => code)).not.toContain("not-confined");
  });

  it.each([
    ['profile = "none"', "not-confined"],
    ["network = true", "unrestricted-net"],
  ])("marks %s as %s", (line, code) => {
    const text = `name = "a"\ndescription = "x"\nkind = "command"\nbinary = "wc"\n[sandbox]\n${line}`;
    expect(analyseTool(toTool(text), null).warnings.map((spot) => spot.code)).toContain(code);
  });

  it("tells which targets the scope leaves", () => {
    const text = `
[tool]
name = "probe"
version = "1.0.0"
binary = "nmap"
description = "Look"
risk_tier = "medium"
human_approval = true
[tool.cedar]
resource = "PenTest::ScanTarget"
action = "execute_tool"
[args.target]
type = "scope_target"
required = true
[command]
exec = ["nmap", "{target}"]
[output]
format = "text"
[output.schema]
type = "object"
`;
    const tool = toTool(text, "probe.clad.toml");
    expect(analyseTool(tool, SCOPE).reach.targets).toEqual(["10.0.0.0/8", "*.example.com"]);
    expect(analyseTool(tool, null).warnings.map(({ code }) => code)).toContain("no-scope");
    expect(analyseTool(tool, SCOPE)).toMatchObject({
      riskTier: "medium",
      humanApproval: true,
      cedar: { resource: "PenTest::ScanTarget", action: "execute_tool" },
      effect: "destructive",
    });
  });

  it.each([
    [
      "free-text-to-interpreter",
      'name = "a"\nkind = "command"\nbinary = "python3"\nargs = ["s.py", "{{x}}"]\n[params.x]\ntype = "text"\n',
    ],
    [
      "free-text-to-interpreter",
      'name = "a"\nkind = "command"\nbinary = "make"\nargs = ["{{x}}"]\n[params.x]\ntype = "text"\n',
    ],
    [
      "free-text-to-interpreter",
      'name = "a"\nkind = "command"\nbinary = "sqlite3"\nargs = ["db", "{{x}}"]\n[params.x]\ntype = "text"\n',
    ],
    [
      "free-text-names-file",
      'name = "a"\nkind = "command"\nbinary = "curl"\nargs = ["-d", "{{x}}", "https://example.com"]\n[params.x]\ntype = "text"\n',
    ],
    [
      "free-text-names-file",
      'name = "a"\nkind = "command"\nbinary = "curl"\nargs = ["-F", "part={{x}}", "https://example.com"]\n[params.x]\ntype = "text"\n',
    ],
    [
      "free-text-names-file",
      'name = "a"\nkind = "command"\nbinary = "/usr/bin/curl"\nargs = ["--data-binary={{x}}", "https://example.com"]\n[params.x]\ntype = "text"\n',
    ],
    [
      "unanchored-pattern",
      'name = "a"\nkind = "command"\nbinary = "echo"\nargs = ["{{x}}"]\n[params.x]\ntype = "text"\npattern = "[a-z]"\n',
    ],
    [
      "path-without-prefix",
      'name = "a"\nkind = "command"\nbinary = "cat"\nargs = ["{{x}}"]\n[params.x]\ntype = "path"\n',
    ],
    ["free-text", 'name = "a"\nkind = "command"\nbinary = "echo"\nargs = ["{{x}}"]\n[params.x]\ntype = "text"\n'],
    ["name-for-models", 'name = "a.b"\nkind = "command"\nbinary = "true"\nargs = ["x"]\n'],
  ])("warns of %s", (code, text) => {
    const { warnings } = analyseTool(toTool(text), null);
    expect(warnings.map((warning) => warning.code)).toContain(code);
    for (const { message, hint } of warnings) expect([message, hint].every((told) => told.length > 10)).toBe(true);
  });

  it.each([
    ["an option that takes its value as it is", '["--data-raw", "{{x}}", "https://example.com"]'],
    ["text before the value", '["-d", "q={{x}}", "https://example.com"]'],
  ])("says nothing of files for %s", (_name, args) => {
    const text = `name = "a"\nkind = "command"\nbinary = "curl"\nargs = ${args}\n[params.x]\ntype = "text"\n`;
    const { warnings } = analyseTool(toTool(text), null);
    expect(warnings.map(({ code }) => code)).not.toContain("free-text-names-file");
  });

  it("has nothing to say against a closed tool", () => {
    const text =
      'name = "a"\nkind = "command"\nbinary = "echo"\nargs = ["{{x}}"]\n[params.x]\ntype = "enum"\nvalues = ["a"]\n';
    expect(analyseTool(toTool(text), null).warnings).toEqual([]);
  });
});
