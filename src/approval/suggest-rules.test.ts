import { describe, expect, it } from "vitest";
import type { Policy } from "../policy/policy.ts";
import { askLine, askValue } from "./grants/asked.fixture.ts";
import { createCovers } from "./grants/covers-call.ts";
import type { AskedRequest } from "./grants/stored-request.ts";
import { suggestRules } from "./suggest-rules.ts";

const POLICY: Policy = { mode: "default", rules: [], paused: null };

function suggest(asked: AskedRequest, policy = POLICY): readonly (readonly string[])[] {
  return suggestRules(asked, createCovers(asked, policy, "session")).map(({ rules }) => rules);
}

const line = (text: string, policy = POLICY): readonly (readonly string[])[] => suggest(askLine(text), policy);

describe("suggestions for command lines", () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ["npm run build", [["shell.exec(npm run build)"], ["shell.exec(npm run build *)"]]],
    ["npm run build -- --watch", [["shell.exec(npm run build -- --watch)"], ["shell.exec(npm run build *)"]]],
    ["cargo build --release", [["shell.exec(cargo build --release)"], ["shell.exec(cargo build *)"]]],
    ["git push origin main", [["shell.exec(git push origin main)"]]],
    [
      "npm ci && npm test",
      [
        ["shell.exec(npm ci)", "shell.exec(npm test)"],
        ["shell.exec(npm ci)", "shell.exec(npm test *)"],
      ],
    ],
    ["npm test; npm test", [["shell.exec(npm test)"], ["shell.exec(npm test *)"]]],
    // What only reads runs anyway.
    ["ls src && npm test", [["shell.exec(npm test)"], ["shell.exec(npm test *)"]]],
  ])("%s", (text, expected) => {
    expect(line(text)).toEqual(expected);
  });

  it.each([
    ["more than five commands", "make a; make b; make c; make d; make e; make f"],
    ["a word that only a shell knows", "npm run $TARGET"],
    ["a word with a star", "eslint src/*.ts"],
    ["a program that only a shell knows", "$EDITOR file"],
    ["a substitution", "npm run $(cat target)"],
    ["an interpreter", "python3 build.py"],
    ["a shell", "bash -c 'npm test'"],
    ["a wrapper", "sudo make install"],
    ["a wrapper that allow looks through", "timeout 5 make"],
    ["something that removes", "rm -r build"],
    ["something that removes, among others", "npm ci && rm -r build"],
    ["a line that is not understood", "npm test &&"],
    ["nothing", ""],
    ["bidi characters", "npm run \u202ebuild"],
  ])("nothing for %s", (_name, text) => {
    expect(line(text)).toEqual([]);
  });

  it("quote words so that the rule means the same", () => {
    const [exact] = line("gh issue create --title 'a (b) * c'");
    expect(exact).toEqual(["shell.exec(gh issue create --title 'a \\(b\\) \\* c')"]);
  });

  it("leave out commands that a rule allows", () => {
    const allowed = {
      id: "r",
      effect: "allow",
      tool: "shell.exec",
      specifier: "npm ci",
      layer: "user",
      source: "test",
      reason: null,
    } as const;
    expect(line("npm ci && npm test", { ...POLICY, rules: [allowed] })[0]).toEqual(["shell.exec(npm test)"]);
  });
});

describe("suggestions for other tools", () => {
  const file = { kind: "path", name: "path", text: "/home/ada/project/src/a.ts" } as const;

  it("name the file, then its folder", () => {
    expect(suggest(askValue(file))).toEqual([
      ["notes.write(//home/ada/project/src/a.ts)"],
      ["notes.write(//home/ada/project/src/**)"],
    ]);
  });

  it.each(["/etc/passwd", "/passwd", "/home/ada/.bashrc", "/home/x"])(
    "name no folder as wide as that of %s",
    (text) => {
      for (const rules of suggest(askValue({ ...file, text }))) expect(rules.join()).not.toContain("**");
    },
  );

  it("take what patterns of paths give a meaning as it is", () => {
    const [exact] = suggest(askValue({ ...file, text: "/home/ada/project/[a]*(b)!?.ts" }));
    expect(exact).toEqual(["notes.write(//home/ada/project/\\[a\\]\\*\\(b\\)\\!\\?.ts)"]);
  });

  it("are exact for text", () => {
    expect(suggest(askValue({ kind: "text", name: "id", text: "a*(b)" }))).toEqual([["notes.write(a\\*\\(b\\))"]]);
  });

  it("are the tool where it has no specifier", () => {
    expect(suggest(askValue(null))).toEqual([["notes.write"]]);
  });

  it.each<[string, AskedRequest]>([
    ["it wants a human each time", askValue(null, { tool: { humanApproval: true } })],
    ["it is destructive", askValue(null, { tool: { effect: "destructive" } })],
    ["its risk is high", askValue(null, { tool: { riskTier: "high" } })],
    ["a rule asked", askValue(null, { asked: { code: "ASK_RULE" } })],
    ["a breaker asked", askLine("npm test", { asked: { code: "ASK_BREAKER" } })],
    ["not all of it was shown", askLine("npm test", { asked: { cut: true } })],
    ["only a shell could run it", askLine("npm test", { call: { needsShell: true } })],
    ["a value is missing", askValue(null, { call: { specifier: { ok: false, message: "path is missing" } } })],
  ])("are none where %s", (_name, asked) => {
    expect(suggest(asked)).toEqual([]);
  });
});
