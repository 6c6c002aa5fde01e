import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createWorkspace } from "./workspace.fixture.ts";

const NMAP = `[tool]
name = "nmap"
binary = "nmap"
version = "1.0.0"
description = "Scan"
risk_tier = "low"
[args.target]
type = "scope_target"
required = true
position = 1
[args.ports]
type = "integer"
min = 1
max = 100
default = 10
position = 2
[command]
exec = ["nmap", "--top-ports", "{ports}", "-oX", "{_output_file}", "{target}"]
[output]
format = "text"
`;
const SAY = `name = "say"
description = "Say"
kind = "command"
binary = "printf"
args = ["%s", "{{text}}", "{{file}}"]
[params.text]
type = "text"
[params.file]
type = "path"
optional = true
`;
const SCOPE =
  '[scope]\ntargets = ["10.0.0.0/8"]\ndomains = ["*.example.com"]\nexclude = ["10.0.0.77", "db.example.com"]\n';

function toLines(...cases: readonly unknown[]): string {
  return cases.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join("");
}

function fromLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}

describe("toolgate args eval", () => {
  it("answers every line in its order, with types, all issues and what would run", async () => {
    const workspace = createWorkspace();
    workspace.write("nmap.clad.toml", NMAP);
    workspace.write(
      "cases.jsonl",
      toLines(
        { id: "a", args: { target: "10.0.0.1" } },
        { id: 2, args: { target: "a b", ports: "0x10", extra: 1 } },
        "",
        { id: "c", args: { target: "10.0.0.77", ports: "5" } },
        { id: "d" },
        { id: "e", args: [] },
        { id: "f", args: { target: "-oProxyCommand=x" } },
        { id: "g", args: { target: "{_secret:api}" } },
      ),
    );
    const run = await workspace.run(["args", "eval", "--manifest", "nmap.clad.toml", "--input", "cases.jsonl"]);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    const issue = (param: string, code: string): unknown => ({ param, code, message: expect.any(String) as string });
    expect(fromLines(run.stdout)).toEqual([
      {
        id: "a",
        ok: true,
        value: { target: "10.0.0.1", ports: 10 },
        argv: ["nmap", "--top-ports", "10", "-oX", "{_output_file}", "10.0.0.1"],
      },
      { id: 2, ok: false, issues: [issue("target", "type"), issue("ports", "type"), issue("extra", "unknown")] },
      {
        id: "c",
        ok: true,
        value: { target: "10.0.0.77", ports: 5 },
        argv: ["nmap", "--top-ports", "5", "-oX", "{_output_file}", "10.0.0.77"],
      },
      { id: "d", ok: false, issues: [issue("target", "missing")] },
      { id: "e", ok: false, issues: [issue("", "type")] },
      { id: "f", ok: false, issues: [issue("target", "type")] },
      { id: "g", ok: false, issues: [issue("target", "characters")] },
    ]);
    expect(existsSync(path.join(workspace.env["TOOLGATE_HOME"] ?? "", "data"))).toBe(false);
  });

  it("looks at targets only with a scope", async () => {
    const workspace = createWorkspace();
    workspace.write("nmap.clad.toml", NMAP);
    workspace.write("scope.toml", SCOPE);
    const input = toLines(
      { id: 1, args: { target: "10.0.0.1" } },
      { id: 2, args: { target: "10.0.0.77" } },
      { id: 3, args: { target: "10.0.0.0/24" } },
      { id: 4, args: { target: "8.8.8.8" } },
    );
    const args = ["args", "eval", "--manifest", "nmap.clad.toml", "--input", "-"];
    const open = await workspace.run(args, { input });
    expect(fromLines(open.stdout)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }, { ok: true }]);
    const closed = await workspace.run([...args, "--scope", "scope.toml"], { input });
    const refused = { ok: false, issues: [{ param: "target", code: "out_of_scope" }] };
    expect(fromLines(closed.stdout)).toMatchObject([{ ok: true }, refused, refused, refused]);
  });

  it("finds the types of toolclad.toml beside the manifest and one folder up", async () => {
    const typed = NMAP.replace('type = "integer"\nmin = 1\nmax = 100', 'type = "few"');
    for (const place of ["toolclad.toml", "tools/toolclad.toml"]) {
      const workspace = createWorkspace();
      workspace.write("tools/nmap.clad.toml", typed);
      workspace.write(place, '[types.few]\nbase = "integer"\nmin = 1\nmax = 20\n');
      const input = toLines({ id: 1, args: { target: "a.example", ports: 21 } });
      const args = ["args", "eval", "--manifest", "tools/nmap.clad.toml", "--input", "-"];
      const { stdout, code } = await workspace.run(args, { input });
      expect(code).toBe(0);
      expect(fromLines(stdout)).toMatchObject([{ ok: false, issues: [{ param: "ports", code: "range" }] }]);
      workspace.write(place, '[types.few]\nbase = "nothing"\n');
      expect((await workspace.run(args, { input })).code).toBe(1);
    }
  });

  it("reports lines that are no case with their number, goes on, and ends with 2", async () => {
    const workspace = createWorkspace();
    workspace.write("say.toml", SAY);
    const input = toLines(
      "{",
      { id: 1, args: { text: "\u202e" } },
      "[]",
      { args: { text: "x" } },
      { id: 2, tool: "sya", args: {} },
      { id: 3, tool: "say", args: { text: "{{file}}", file: "a/b" } },
      { id: 4, args: { text: "--help" } },
    );
    const { code, stdout, stderr } = await workspace.run(["args", "eval", "--manifest", "say.toml", "--input", "-"], {
      input,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^line 1: not JSON.*\nline 3: .*\nline 4: .*`id`.*\nline 5: .*did you mean `say`\?\n$/);
    expect(fromLines(stdout)).toMatchObject([
      { id: 1, ok: false, issues: [{ param: "text", code: "characters" }] },
      { id: 3, ok: true, argv: ["printf", "%s", "{{file}}", path.join(workspace.folder, "a/b")] },
      { id: 4, ok: false, issues: [{ param: "text", code: "leading_dash" }] },
    ]);
    expect(stdout).not.toContain("\u202e");
  });

  it.each([
    [["--manifest", "gone.toml", "--input", "-"], 1, "UNREADABLE"],
    [["--manifest", "say.toml", "--input", "gone.jsonl"], 1, "UNREADABLE"],
    [["--manifest", "broken.toml", "--input", "-"], 1, "MANIFEST"],
    [["--manifest", "say.toml", "--input", "-", "--scope", "broken.toml"], 1, "SCOPE"],
    [["--manifest", "say.toml"], 2, "--input"],
  ])("%j ends with %d and says %s", async (args, code, text) => {
    const workspace = createWorkspace();
    workspace.write("say.toml", SAY);
    workspace.write("broken.toml", 'name = "b"\n');
    const ended = await workspace.run(["args", "eval", ...args], { input: "" });
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
    expect(ended.stderr).toContain(text);
  });
});

describe("toolgate scope eval", () => {
  it("answers every line in its order", async () => {
    const workspace = createWorkspace();
    workspace.write("scope.toml", SCOPE);
    const targets = ["10.0.0.1", "10.0.0.77", "::ffff:10.0.0.77", "10.0.0.0/9", "http://u@a.example.com/", "127.1", 5];
    const input = toLines(...targets.map((target, id) => ({ id, target })), { id: "last", target: "A.example.com" });
    const { code, stdout, stderr } = await workspace.run(["scope", "eval", "--scope", "scope.toml", "--input", "-"], {
      input,
    });
    expect([code, stderr]).toEqual([0, ""]);
    const answers = fromLines(stdout) as { id: unknown; inScope: boolean; reason: string }[];
    expect(answers.map(({ id, inScope }) => [id, inScope])).toEqual([
      [0, true],
      [1, false],
      [2, false],
      [3, false],
      [4, false],
      [5, false],
      [6, false],
      ["last", true],
    ]);
    for (const { reason } of answers) expect(reason).not.toBe("");
  });

  it("understands the other form of a scope file, and refuses a broken one", async () => {
    const workspace = createWorkspace();
    workspace.write("scope.toml", '[[targets]]\ncidr = "10.0.0.0/8"\n[[excluded]]\ncidr = "10.0.0.77/32"\n');
    const args = ["scope", "eval", "--scope", "scope.toml", "--input", "-"];
    const { stdout } = await workspace.run(args, { input: '{"id":1,"target":"10.0.0.77"}' });
    expect(stdout).toBe('{"id":1,"inScope":false,"reason":"it is excluded by 10.0.0.77/32"}\n');
    workspace.write("scope.toml", '[scope]\nexlude = ["10.0.0.77"]\n');
    expect(await workspace.run(args, { input: "" })).toMatchObject({ code: 1, stdout: "" });
  });
});
