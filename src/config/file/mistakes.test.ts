import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFolder, PROJECT, USER } from "../config.fixture.ts";
import type { ConfigFolder } from "../config.fixture.ts";

let temp: ConfigFolder;
beforeEach(() => (temp = createConfigFolder()));
afterEach(() => temp.remove());

describe("mistakes", () => {
  it.each([
    ["[permisions]", "unknown-key", 1, 2, "did you mean `permissions`?"],
    ['[permissions]\nmode = "defualt"', "unknown-value", 2, 8, "did you mean `default`?"],
    ["[permissions]\nallows = []", "unknown-key", 2, 1, "did you mean `allow`?"],
    ["[permissions]\nallow = [1]", "wrong-type", 2, 10, "expects a text or a table, got 1"],
    ["[permissions]\nheadless = 1", "wrong-type", 2, 12, "expects true or false"],
    ["permissions = 1", "wrong-type", 1, 15, "expects a table"],
    ["[server]\nport = 70000", "out-of-range", 2, 8, "at most 65535"],
    ["[server]\nport = 1.5", "wrong-type", 2, 8, "expects a whole number"],
    ["[server]\nport = 9007199254740993", "out-of-range", 2, 8, "at most 65535"],
    ["[registry]\npaths = ['']", "out-of-range", 2, 10, "at least 1 characters"],
    ["[packs]\nfs = 1", "wrong-type", 2, 6, "expects true or false"],
    ["[packs]\nshel = true", "unknown-key", 2, 1, "did you mean `shell`?"],
    ["[capabilities]\nnet = ['https://a.b']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\nnet = ['a.b:443']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\nnet = ['*']", "invalid-value", 2, 8, "expects a host such as"],
    ["[capabilities]\ncommands = 'argvonly'", "unknown-value", 2, 12, "did you mean `argvOnly`?"],
    ["[sandboxes]", "unknown-key", 1, 2, "did you mean `sandbox`?"],
    ["[__proto__]\nx = 1", "unknown-key", 1, 2, "unknown key `__proto__`"],
    ["[permissions]\n'a\\u001bb' = 1", "unknown-key", 2, 1, "unknown key"],
    ["[permissions]\ndeny = [\n  'a',\n  'Bash(rm *',\n]", "bad-rule", 4, 3, "does not end with"],
    ["[permissions]\nallow = ['a b']", "bad-rule", 2, 10, "names no tool"],
    ["[permissions]\nallow = ['a()']", "bad-rule", 2, 10, "nothing between"],
    ["[permissions]\nallow = ['a\u202eb']", "bad-rule", 2, 10, "\\u202e"],
    ["[permissions]\nask = [{ tool = 'a', specifier = '' }]", "bad-rule", 2, 34, "nothing between"],
    ["[permissions]\nask = [{ tool = 'a(b)' }]", "bad-rule", 2, 17, "expects the name of a tool"],
    ["[permissions]\nask = [{}]", "wrong-type", 2, 8, "expects a text, which is missing"],
    ["[permissions]\nask = [{ tool = 'a', resaon = 'x' }]", "unknown-key", 2, 22, "did you mean `reason`?"],
    ["[[permissions.rules]]\ntool = 'a'", "unknown-value", 1, 15, "which is missing"],
    ["[[permissions.rules]]\neffect = 'alow'\ntool = 'a'", "unknown-value", 2, 10, "did you mean `allow`?"],
    ["[[permissions.rules]]\neffect = 'deny'\ntool = 'a'\nreason = ' '", "invalid-value", 4, 10, "not blank"],
    ["[[permissions.rules]]\neffect = 'deny'\ntool = 'a'\nid = 'config:user:deny:1'", "invalid-value", 4, 6, "an id"],
    ["[[permissions.rules]]\neffect = 'deny'\ntool = 'a'\nexpires_at = 'soon'", "bad-expiry", 4, 14, 'got "soon"'],
    ["[permissions]\ndeny = [{ tool = 'a', expires_at = '2026-02-30' }]", "bad-expiry", 2, 36, "2026-02-30"],
    ["[permissions]\ndeny = [{ tool = 'a', expires_at = 2027-01-01T10:00:00 }]", "bad-expiry", 2, 36, "its zone"],
    ["[permissions]\ndeny = [{ tool = 'a', id = 'x' }, { tool = 'b', id = 'x' }]", "duplicate-id", 2, 54, ":2:28"],
    ["[permissions]\ndeny = [{ tool = 'a', params = { x = 1 } }]", "wrong-type", 2, 38, "expects a text, got 1"],
    ["[permissions]\nallow = ['m*']", "unanchored-glob", 2, 10, "tools that anybody adds"],
    ["[permissions]\ndeny = [{ tool = 'a', params = { x = '' } }]", "bad-params", 2, 32, "x = "],
    [
      "[permissions]\ndeny = [{ tool = 'shell.exec', specifier = 'rm *', match = ['rm -rf x', 'mv x y'] }]",
      "bad-example",
      2,
      60,
      "does not match its example `mv x y`",
    ],
    [
      "[[permissions.rules]]\neffect = 'ask'\ntool = 'fs.write'\nspecifier = 'docs/**'\nnot_match = ['docs/a']",
      "bad-example",
      5,
      13,
      "which it must not",
    ],
    ["[permissions]\nmode = 'bypass'", "unknown-value", 2, 8, "acceptEdits"],
    ["[policy.agents.a]\nmode = 'dontask'", "unknown-value", 2, 8, "did you mean `dontAsk`?"],
    ["[policy]\nprofile = 'codng'", "unknown-profile", 2, 11, "did you mean `coding`?"],
    ["[policy.by_provider.x]\nprofile = 'mine'", "unknown-profile", 2, 11, "there is no profile"],
    ["[policy.profiles]\nfull = []", "reserved-name", 2, 1, "built-in profile"],
    ["[policy]\ndeny = ['group:']", "invalid-value", 2, 9, "group:NAME"],
    ["[policy]\ndeny = ['Bash(rm)']", "invalid-value", 2, 9, "group:NAME"],
    ["[policy.agents.a]\nalow = []", "unknown-key", 2, 1, "did you mean `allow`?"],
    ["[policy.agents.__proto__]\ndeny = ['x']", "invalid-value", 1, 16, "__proto__"],
    ["[policy.agents.'a b']\ndeny = ['x']", "invalid-value", 1, 1, "a name without blanks"],
    ["[cedar]\ndefault = 'allow'", "unknown-value", 2, 11, '"nothing", "deny"'],
    ["[cedar]\npolicies = ['gone']", "missing-policies", 2, 13, "there is no file or folder"],
    ["[cedar]\npolicies = ['..']", "outside-workspace", 2, 13, "inside its folder"],
    ["[[limits.rules]]\nrate = '0/h'", "invalid-value", 2, 8, "such as `150/h`"],
    ["[[limits.rules]]\nrate = '1/w'", "invalid-value", 2, 8, "such as `150/h`"],
    ["[[limits.rules]]\nrate = '1/h'\ndaily = 2", "invalid-value", 1, 1, "exactly one of"],
    ["[[limits.rules]]\nper = ['sesion']\ndaily = 2", "unknown-value", 2, 8, "did you mean `session`?"],
    ["[limits]\nmax_depth = -1", "out-of-range", 2, 13, "at least 0"],
    ["[[approvals.who]]\napprovers = ['role:admn']", "unknown-role", 2, 14, "did you mean `admin`?"],
    ["[[approvals.who]]\napprovers = []", "out-of-range", 2, 13, "at least 1"],
    ["[[approvals.who]]\neffects = ['wirte']\napprovers = ['a']", "unknown-value", 2, 12, "did you mean `write`?"],
    ["[packs]\ndeny_pack = 'none'", "unknown-value", 2, 13, '"extended"'],
    ["[sandbox]\ndefault = 'workspce'", "unknown-value", 2, 11, "did you mean `workspace`?"],
    ["[sandbox]\nengine = 'dockr'", "unknown-value", 2, 10, "did you mean `docker`?"],
    ["[sandbox]\nimage = '--privileged'", "invalid-value", 2, 9, "the name of an image"],
    ["[sandbox.limits]\nmemory_mb = 1", "out-of-range", 2, 13, "at least 16"],
    ["[sandbox.limits]\nmemory_md = 1", "unknown-key", 2, 1, "did you mean `memory_mb`?"],
    ["[[sandbox.tools]]\nprofile = 'none'", "wrong-type", 1, 11, "expects a text, which is missing"],
    ["[[sandbox.tools]]\ntool = 'a b'", "invalid-value", 2, 8, "a tool such as"],
    ["[[sandbox.tools]]\ntool = 'a'\nnetwork = 1", "wrong-type", 3, 11, "true or false or a list"],
    ["[[sandbox.tools]]\ntool = 'a'\nnetwork = ['https://x.y']", "invalid-value", 3, 12, "without scheme and port"],
    ["[[sandbox.tools]]\ntool = 'a'\nnetwork = ['x.y:443']", "invalid-value", 3, 12, "without scheme and port"],
    ["[[sandbox.tools]]\ntool = 'a'\nnetwork = ['*']", "invalid-value", 3, 12, "a host such as"],
    ["[[sandbox.tools]]\ntool = 'a'\nnetwork = ['0x7f.1']", "invalid-value", 3, 12, "a host such as"],
    ["[network]\nprivate = ['localhost']", "invalid-value", 2, 12, "an address or a block"],
    ["[network]\nprivate = ['127.1']", "invalid-value", 2, 12, "an address or a block"],
    ["[network]\nprivate = ['0.0.0.0/0']", "invalid-value", 2, 12, "not larger than"],
    ["[network]\nprivate = ['::/0']", "invalid-value", 2, 12, "not larger than"],
    ["[network]\nprivate = ['::ffff:0.0.0.0/96']", "invalid-value", 2, 12, "not larger than"],
    ["[secrets]\nproviders = ['stroe']", "unknown-value", 2, 14, "did you mean `store`?"],
    [
      "[secrets]\nproviders = ['vault']",
      "unknown-value",
      2,
      14,
      'a table such as `{ kind = "vault", … }`, got "vault"',
    ],
    ["[secrets]\nproviders = []", "out-of-range", 2, 13, "at least 1"],
    ["[[secrets.providers]]\nkind = 'valut'", "unknown-value", 2, 8, "did you mean `vault`?"],
    ["[[secrets.providers]]\nkind = 'file'", "invalid-value", 1, 1, "`folder` for"],
    ["[[secrets.providers]]\nkind = 'env'\nfolder = 'x'", "invalid-value", 1, 1, "no `folder` beside"],
    ["[[secrets.providers]]\nkind = 'env'\nprefix = ''", "invalid-value", 3, 10, "beginning of a variable"],
    ["[[secrets.providers]]\nkind = 'vault'\nurl = 'https://v.example'", "invalid-value", 1, 1, "either `token_env`"],
    [
      "[[secrets.providers]]\nkind = 'vault'\ntoken_env = 'T'\nurl = 'http://v.example'",
      "invalid-value",
      1,
      1,
      "with `https` but for this machine",
    ],
    [
      "[[secrets.providers]]\nkind = 'vault'\ntoken_env = 'T'\nurl = 'https://me:pw@v.example'",
      "invalid-value",
      1,
      1,
      "a `url` such as",
    ],
    [
      "[[secrets.providers]]\nkind = 'vault'\ntoken_env = 'T'\nurl = 'https://v.example'\nmount = '../sys'",
      "invalid-value",
      5,
      9,
      "names with `/` between them",
    ],
    ["[[secrets.bind]]\nsecret = 'a b'\ntools = 'x'", "invalid-value", 2, 10, "the name of a secret"],
    ["[[secrets.bind]]\nsecret = '{_secret:x}'\ntools = 'x'", "invalid-value", 2, 10, "the name of a secret"],
    ["[[secrets.bind]]\nsecret = 'A'\ntools = '*'", "unanchored-glob", 3, 9, "tools that anybody adds"],
    ["[[secrets.bind]]\nsecret = 'A'\ntools = ['x', 'git*']", "unanchored-glob", 3, 15, "tools that anybody adds"],
    ["[[secrets.bind]]\nsecret = 'A'\ntools = 'project:*'", "unanchored-glob", 3, 9, "tools that anybody adds"],
    ["[[secrets.bind]]\nsecret = 'A'\ntools = 'own:x'", "invalid-value", 3, 9, "a tool such as"],
    ["[[secrets.bind]]\nsecret = 'A'\ntools = 'mcp__*'", "unanchored-glob", 3, 9, "tools that anybody adds"],
    ["[[secrets.bind]]\nsecret = 'A'\ntools = 'x'\nhosts = ['*.']", "invalid-value", 4, 10, "a host such as"],
    ["[[sandbox.tools]]\ntool = 'a'\nwritable = ['out', '/etc']", "bad-folder", 3, 20, "`/etc` in `writable`"],
    ["[[sandbox.tools]]\ntool = 'a'\nreadable = ['/run']", "bad-folder", 3, 13, "`/run` in `readable`"],
    ["[output]\npatterns_off = ['nothing-like-it']", "unknown-pattern", 2, 17, "there is no scrubbing pattern"],
    ["[[output.patterns]]\nname = 'a'\npattern = '(?=x)'", "bad-pattern", 3, 11, "cannot be used"],
    ["[[output.patterns]]\nname = 'a'\npattern = 'x*'", "bad-pattern", 3, 11, "also finds nothing"],
    [
      "[[output.patterns]]\nname = 'a'\npattern = 'x'\n[[output.patterns]]\nname = 'a'\npattern = 'y'",
      "duplicate-name",
      5,
      8,
      "is taken",
    ],
    ["[output]\nmax_model_chars = 10", "out-of-range", 2, 19, "at least 200"],
    ["[output.evidence]\nkeep_days = 0", "out-of-range", 2, 13, "at least 1"],
    ["[scope]\nfile = 'nope.toml'", "missing-scope-file", 2, 8, "nope.toml"],
    ["[workspace]\nroots = ['gone']", "missing-folder", 2, 10, "gone"],
    ["[storage]\ndata_folder = '.'", "user-only", 2, 1, "cannot be set by a project"],
    ["[registry]\npaths = ['../shared']", "outside-workspace", 2, 10, "leads out"],
    ["a = 1\na = 2", "duplicate-key", 2, 1, "second time"],
  ])("%j is refused with its place", async (text, code, line, column, message) => {
    temp.write(PROJECT, text);
    const { config, issues } = await temp.loadTrusted();
    expect(config).toBeNull();
    expect(issues).toMatchObject([{ severity: "error", code, line, column, file: path.join(temp.path, PROJECT) }]);
    expect(issues[0]?.message).toContain(message);
  });

  it("are all reported at once, of both files", async () => {
    temp.write(PROJECT, "[permissions]\nmode = 1\nx = 2");
    temp.write(USER, "[server]\nport = 'a'");
    const { config, issues } = await temp.load();
    expect(config).toBeNull();
    expect(issues.map(({ code }) => code)).toEqual(["wrong-type", "unknown-value", "unknown-key"]);
  });

  it("warn about an allow rule for everything", async () => {
    temp.write(PROJECT, '[permissions]\nallow = ["*"]');
    const { config, issues } = await temp.loadTrusted();
    expect(config).not.toBeNull();
    expect(issues).toMatchObject([{ severity: "warning", code: "allow-everything", line: 2, column: 10 }]);
  });

  it.each([
    ["a broken one", "[scope"],
    ["one with a bad entry", '[scope]\ntargets = ["10.0.0.0/99"]'],
    ["an unknown key, which may have been an exclusion", '[scope]\nexlude = ["10.0.0.1"]'],
  ])("in a scope file stop everything: %s", async (_what, text) => {
    temp.write(PROJECT, "");
    temp.write("project/scope.toml", text);
    expect((await temp.load()).config).toBeNull();
  });
});
