import { describe, expect, it } from "vitest";
import { findOperators, toUnquotedText } from "./find-operators.ts";
import { parseCommandText } from "./parse-command-text.ts";

const GH = { binary: "gh", binaryPath: "/usr/bin/gh" };

describe("operators", () => {
  it.each<[string, readonly string[]]>([
    ["gh api repos/foo/bar", []],
    ["gh api foo | jq .", ["|"]],
    ["echo a; echo b", [";"]],
    ["cmd1 && cmd2", ["&&"]],
    ["cmd1 && cmd2 && cmd3", ["&&"]],
    ["cmd > /tmp/out", [">"]],
    ["cmd `whoami`", ["`"]],
    ["cmd $(whoami)", ["$("]],
    ["cmd ${HOME}", ["${"]],
    ["cmd1 | cmd2 && cmd3", ["|", "&&"]],
    ["a || b & c < d\ne", ["||", "&", "<", "\n"]],
    ["gh --jq '.[0] | .name'", []],
    ['gh --jq ".[0] | .name"', []],
    ["gh 'a; b'", []],
    ["gh '`id`'", []],
    ["gh api x --jq '[.[] | select(.a > 1 and .b < 2) | {n: .n, m: .m}] | sort_by(.n)'", []],
    ["gh --jq '.[0] | .x' | cat", ["|"]],
    ["gh api x --jq '.x' > out.json", [">"]],
    ['gh "a\\"" ; id', [";"]],
    ["gh a\\;b", []],
    ["gh \\' ; id '", [";"]],
    // Nothing is hidden by a quote that is never closed.
    ["gh ' ; id", [";"]],
  ])("of %j", (line, expected) => expect(findOperators(line)).toEqual(expected));

  it.each([
    ["gh --jq '.[0] | .name'", "gh --jq "],
    ["gh --jq '.x' --format \"y\"", "gh --jq  --format "],
    ['gh "say \\"hello\\""', "gh "],
    ["gh ''", "gh "],
  ])("are looked for outside of quotes: %j", (line, expected) => expect(toUnquotedText(line)).toBe(expected));
});

describe("a line", () => {
  it.each<[string, readonly string[]]>([
    ["gh", []],
    ["gh api foo", ["api", "foo"]],
    ["gh api --jq '.[0] | .name'", ["api", "--jq", ".[0] | .name"]],
    ["  gh   api \t foo ", ["api", "foo"]],
    ["/usr/bin/gh api foo", ["api", "foo"]],
    ["g'h' api", ["api"]],
    ["gh issue create --body 'one\ntwo' --title \"a b\"", ["issue", "create", "--body", "one\ntwo", "--title", "a b"]],
    ["gh issue create --title a\\ b ''", ["issue", "create", "--title", "a b", ""]],
    ["gh api repos/{owner}/{repo}", ["api", "repos/{owner}/{repo}"]],
    ["gh issue view '#12'", ["issue", "view", "#12"]],
  ])("gives the arguments of %j", (line, args) => expect(parseCommandText(line, GH)).toEqual({ ok: true, args }));

  it.each<[string, string]>([
    ["", "empty"],
    [" \n ", "empty"],
    ["gh api foo | jq .", "characters"],
    ["gh api foo\nid", "characters"],
    ["gh api foo &", "characters"],
    ["gh issue view #12", "characters"],
    ["gh 'api", "type"],
    ["gh api *", "type"],
    ["gh api $HOME", "type"],
    ['gh api "$(id)"', "type"],
    ["gh api ~/x", "type"],
    ["gh api repos/{a,b}", "type"],
    ["GH_HOST=evil.example gh api x", "type"],
    ["! gh api x", "type"],
    ["gh api x\\", "type"],
    ["./gh api foo", "not_allowed"],
    ["/tmp/gh api foo", "not_allowed"],
    ["GH api foo", "not_allowed"],
    ["sh -c 'gh api'", "not_allowed"],
    ["env gh api foo", "not_allowed"],
    ["'' gh", "not_allowed"],
  ])("is refused: %j", (line, code) => {
    const result = parseCommandText(line, GH);
    expect(result.ok ? "ok" : result.issues[0].code).toBe(code);
  });

  it("is told which operators have no meaning", () => {
    const result = parseCommandText("gh a | b && c > d", GH);
    expect(result.ok ? "" : result.issues[0].message).toContain(": |  &&  >.");
  });
});
