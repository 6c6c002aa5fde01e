import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import type { Policy } from "../../policy/policy.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import { askLine, askValue } from "./asked.fixture.ts";
import { createCovers } from "./covers-call.ts";
import { judgeGrant } from "./judge-grant.ts";
import type { AskedRequest } from "./stored-request.ts";
import { fromStoredRequest, toStoredRequest } from "./stored-request.ts";

const POLICY: Policy = { mode: "default", rules: [], paused: null };

function judge(asked: AskedRequest, ...rules: readonly string[]): string {
  // As another process judges: from what is stored.
  const again = fromStoredRequest(JSON.parse(JSON.stringify(toStoredRequest(asked))) as JsonObject, analyzeCommand);
  if (again === null) return "cannot be read";
  const verdict = judgeGrant(rules, again, createCovers({ ...again, facts: asked.facts }, POLICY, "project"));
  return verdict.ok ? "ok" : verdict.message;
}

const FILE = { kind: "path", name: "path", text: "/home/ada/project/src/a.ts" } as const;

describe("an edited rule", () => {
  it.each<[string, string, string]>([
    ["npm run build", "shell.exec(npm run build)", "ok"],
    ["npm run build", "shell.exec(npm run build *)", "ok"],
    ["npm run build", "shell.exec(npm run *)", "covers too much"],
    ["npm run build", "shell.exec(npm test)", "would not have let this call through"],
    ["npm run build", "shell.exec(npm run b", "is not a rule"],
    ["npm run build", "", "is not a rule"],
    ["npm run build", "shell.exec", "is about every call"],
    ["npm run build", "shell.exec(*)", "is about every call"],
    ["npm run build", "*", "is not about"],
    ["npm run build", "shell.*(npm run build)", "is not about"],
    ["npm run build", "Bash(npm run build)", "is not about"],
    ["npm run build", "fs.delete", "is not about"],
    ["npm run build", "shell.exec(* build)", "does not say which program"],
    ["npm run build", "shell.exec(n* run build)", "does not say which program"],
    ["npm run build", "shell.exec(npm *)", "covers too much"],
    ["git status x", "shell.exec(git *)", "covers too much"],
    ["python3 a.py", "shell.exec(python3 *)", "covers too much"],
    ["bash build.sh", "shell.exec(bash *)", "covers too much"],
    ["rm -r build", "shell.exec(rm -r build)", "asked about each time"],
    ["rm -r build", "shell.exec('rm' *)", "asked about each time"],
    ["npm run $X", "shell.exec(npm run *)", "only a shell could tell"],
    ["npm run build", `shell.exec(npm run build${" x".repeat(600)})`, "more than 1000 characters"],
    ["npm run build", "shell.exec(npm run \u202ebuild)", "is not a rule"],
  ])("for `%s`: %s", (text, rule, expected) => {
    expect(judge(askLine(text), rule)).toContain(expected);
  });

  it.each<[string, string]>([
    ["notes.write(//home/ada/project/src/**)", "ok"],
    ["notes.write(//home/ada/project/src/a.ts)", "ok"],
    ["notes.write(/src/*.ts)", "ok"],
    ["notes.write(//home/ada/project/other/**)", "would not have let this call through"],
    ["notes.write(//**)", "is about everything"],
    ["notes.write(**)", "is about everything"],
    ["notes.write(~/**)", "is about everything"],
    ["notes.write(//home/**)", "is about everything"],
    ["notes.write(//home/ada/**)", "is about everything"],
    ["notes.write(/**/**)", "is about everything"],
    ["notes.write(***)", "is about everything"],
    ["notes.write(//*/**)", "is about everything"],
    ["notes.write(//?*/**)", "is about everything"],
    ["notes.write(//h*/**)", "is about everything"],
    ["notes.write(//[h]ome/**)", "is about everything"],
    ["notes.write(//home/*/**)", "is about everything"],
    ["notes.write(//home/./**)", "is about everything"],
    ["notes.write(//home//**)", "is about everything"],
    ["notes.write(//home/ada/*/**)", "is about everything"],
    ["notes.write(//home)", "is about everything"],
    ["notes.write(~)", "is about everything"],
    ["notes.write(~/*/**)", "is about everything"],
    ["notes.write(**/*.ts)", "ok"],
    ["notes.write(//home/ada/project/**)", "ok"],
    ["notes.write(//home/*/project/**)", "ok"],
    ["notes.write", "is about every call"],
  ])("on a path: %s", (rule, expected) => {
    expect(judge(askValue(FILE), rule)).toContain(expected);
  });

  it.each<[string, string]>([
    ["notes.write(domain:*)", "is about everything"],
    ["notes.write(https://*)", "is about everything"],
    ["notes.write(https://**)", "is about everything"],
    ["notes.write(***)", "is about everything"],
    ["notes.write(*.example.com)", "ok"],
    ["notes.write(api.example.com)", "ok"],
  ])("on a host: %s", (rule, expected) => {
    expect(judge(askValue({ kind: "host", name: "url", text: "https://api.example.com/v1" }), rule)).toContain(
      expected,
    );
  });

  it("of several covers the call together with the others, each on its own terms", () => {
    const asked = askLine("npm ci && npm test");
    expect(judge(asked, "shell.exec(npm ci)", "shell.exec(npm test *)")).toBe("ok");
    expect(judge(asked, "shell.exec(npm ci)")).toContain("would not have let");
    expect(judge(asked, "shell.exec(npm ci)", "shell.exec(npm test *)", "fs.delete")).toContain("is not about");
    expect(judge(asked, ...Array.from({ length: 6 }, () => "shell.exec(npm ci)"))).toContain("1 to 5 rules");
    expect(judge(asked)).toContain("1 to 5 rules");
  });

  it.each<[string, AskedRequest]>([
    ["a tool that wants a human each time", askValue(null, { tool: { humanApproval: true } })],
    ["a destructive tool", askValue(null, { tool: { effect: "destructive" } })],
    ["what a rule asked about", askValue(null, { asked: { code: "ASK_RULE" } })],
    ["what nobody saw whole", askValue(null, { asked: { cut: true } })],
  ])("is never taken for %s", (_name, asked) => {
    expect(judge(asked, "notes.write")).toContain("only this one call can be allowed");
  });
});

describe("a stored question", () => {
  it("is not read by another version", () => {
    const stored = toStoredRequest(askLine("npm test"));
    expect(fromStoredRequest({ ...stored, version: 2 }, analyzeCommand)).toBeNull();
    expect(fromStoredRequest(undefined, analyzeCommand)).toBeNull();
  });

  it("keeps arguments as a hash only", () => {
    const asked = askLine("npm test", { call: { args: { command: "npm test", token: "s3cret" } } });
    const text = JSON.stringify(toStoredRequest(asked));
    expect(text).not.toContain("s3cret");
    expect(text).toMatch(/"argsHash":"sha256:[0-9a-f]{64}"/);
  });
});
