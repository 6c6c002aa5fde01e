import { describe, expect, it } from "vitest";
import { ENGINE, load, toFacts, toRequest, toTool } from "./cedar.fixture.ts";
import type { CedarEngine } from "./cedar-engine.ts";

const SCAN = toTool({ name: "nmap_scan", cedar: ["PenTest::ScanTarget", "execute_tool"], params: { port: "port" } });
const PLAIN = toTool({ name: "plain", params: { text: "text" } });
const TOOLS = [SCAN, PLAIN];
const ALL = "permit (principal, action, resource)";

describe("what is wrong with a file", () => {
  it.each([
    ["a missing end", ALL, "cedar-syntax", 1, 37, "unexpected end of input; expected `;` or identifier"],
    [
      "a misspelt variable",
      "// é😀\r\n\r\npermit (principal, action, resoure);",
      "cedar-syntax",
      3,
      28,
      "found an invalid variable in the policy scope: resoure",
    ],
    ["behind wide characters", `${ALL} when { "é😀" == };`, "cedar-syntax", 1, 54, "unexpected token `}`"],
    [
      "in a later policy",
      `${ALL};\n// x; y\n@id("a;b")\n${ALL} when { resource.nope };\n`,
      "cedar-type",
      4,
      45,
      "attribute `nope` on entity type",
    ],
    ["behind a byte order mark", `\ufeff${ALL} when { foo };`, "cedar-syntax", 1, 45, "invalid variable: foo"],
    ["an open string", `${ALL} when { "a };\n${ALL};`, "cedar-syntax", 1, 45, "invalid token"],
    ["a template", "permit (principal == ?principal, action, resource);", "cedar-syntax", 1, 22, "template"],
    ["no Cedar at all", "allow everything;", "cedar-syntax", 1, 7, "unexpected token `everything`"],
    [
      "a type error",
      `${ALL} when { resource.tool_name == 1 };`,
      "cedar-type",
      1,
      45,
      "the types Long and String are not compatible",
    ],
    [
      "an optional argument",
      `${ALL} when { resource.args.port > 1 };`,
      "cedar-type",
      1,
      45,
      "unable to guarantee safety of access to optional attribute",
    ],
    [
      "an unknown type",
      'permit (principal, action, resource == PenTest::Scan::"x");',
      "cedar-type",
      1,
      40,
      "unrecognized entity type `PenTest::Scan`",
    ],
    [
      "an unknown action",
      'permit (principal, action == PenTest::Action::"excute_tool", resource);',
      "cedar-type",
      1,
      30,
      "unrecognized action",
    ],
    [
      "an address that is none",
      `${ALL} when { ip("zz").isIpv4() };`,
      "cedar-type",
      1,
      45,
      "failed to parse as IP address",
    ],
    [
      "deep brackets",
      `${ALL} when { ${"(".repeat(41)}true${")".repeat(41)} };`,
      "cedar-too-deep",
      1,
      1,
      "nested too deep",
    ],
    [
      "deep brackets that kill the engine",
      `// c\n${ALL} when { ${"[".repeat(10_000)} };`,
      "cedar-too-deep",
      2,
      1,
      "nested too deep",
    ],
    ["a long chain", `${ALL} when { ${"true && ".repeat(400)}true };`, "cedar-too-deep", 1, 1, "nested too deep"],
    [
      "many ifs",
      `${ALL} when { ${"if true then true else ".repeat(400)}true };`,
      "cedar-too-deep",
      1,
      1,
      "nested too deep",
    ],
  ])("%s", (_, text, code, line, column, message) => {
    const { policy, issues } = load(text, TOOLS);
    const [first] = issues.filter(({ severity }) => severity === "error");
    expect(policy).toBeNull();
    expect(first).toMatchObject({
      file: "/p/test.cedar",
      code,
      line,
      message: expect.stringContaining(message) as string,
    });
    expect(first?.column).toBe(column);
    expect(JSON.stringify(issues)).not.toMatch(/policy `?p\d/);
  });

  it.each([
    ["resource.tol_name == 1", "did you mean `tool_name`?"],
    ["context.phse == 1", "did you mean `phase`?"],
    ["resource.agrs.port == 1", "did you mean `args`?"],
  ])("%s: %s", (condition, hint) => {
    const { issues } = load(`${ALL} when { ${condition} };`, TOOLS);
    expect(issues.map((issue) => issue.hint).join()).toContain(hint);
  });

  it.each([
    [
      "a name of no tool",
      `${ALL} when { resource.tool_name == "nmap_scn" };`,
      "cedar-unknown-tool",
      "did you mean `nmap_scan`?",
    ],
    ["one id twice", `@id("a")${ALL};@id("a")${ALL};`, "cedar-same-id", "another policy is called `a` too"],
    ["a policy that never holds", `${ALL} when { resource has nope };`, "cedar-doubtful", "policy is impossible"],
    ["hidden characters", `${ALL} when { resource.tool_name == "pl\u202eain" };`, "cedar-doubtful", "BIDI"],
  ])("%s is a warning", (_, text, code, message) => {
    const { policy, issues } = load(text, TOOLS);
    expect(policy).not.toBeNull();
    expect(issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ severity: "warning", code, message: expect.stringContaining(message) as string }),
      ]),
    );
  });

  it("refuses all files for an error in one", () => {
    const files = [
      { file: "/a.cedar", text: `${ALL};`, layer: "user", forbidOnly: false },
      { file: "/b.cedar", text: "forbid (", layer: "project", forbidOnly: true },
    ] as const;
    const { policy, issues } = load("", TOOLS, { files });
    expect(policy).toBeNull();
    expect(issues).toMatchObject([{ file: "/b.cedar", severity: "error" }]);
  });

  it.each(["", "// nothing\n", "\ufeff\r\n"])("takes a file without policies: %j", (text) => {
    expect(load(text, TOOLS)).toMatchObject({ issues: [] });
  });

  it("reads a hundred thousand quotes in linear time", () => {
    expect(load(`"${'\\"'.repeat(500_000)}`, TOOLS).policy).toBeNull();
  });
});

describe("tools that disagree", () => {
  const strict = toTool({ name: "a", params: { port: "port" } });
  const loose = toTool({ name: "b", layer: "project", params: { port: "text" } });
  const about = (name: string, value: string): string =>
    `${ALL} when { resource.tool_name == "${name}" && resource.args has port && resource.args.port == ${value} };`;

  it("are each checked with their own arguments by policies of their own", () => {
    const { policy, issues } = load(about("a", "80") + about("b", '"80"'), [strict, loose]);
    expect(issues).toEqual([]);
    expect(policy?.judge(toRequest(strict, { args: { port: 80 } }), toFacts())[0]?.verdict).toBe("allow");
    expect(policy?.judge(toRequest(loose, { args: { port: "80" } }), toFacts())[0]?.verdict).toBe("allow");
  });

  it("cannot change what a policy about all of them means", () => {
    const text = `forbid (principal, action, resource) when { resource.args has port && resource.args.port < 1024 };`;
    for (const tools of [
      [strict, loose],
      [loose, strict],
    ]) {
      const { policy, issues } = load(text, tools);
      expect(issues).toEqual([]);
      expect(policy?.judge(toRequest(strict, { args: { port: 8080 } }), toFacts())).toEqual([]);
      expect(policy?.judge(toRequest(loose, { args: { port: "8080" } }), toFacts())[0]?.code).toBe("DENIED_BROKEN");
    }
  });

  it.each([
    ["PenTest::Agent", "is the type of the caller"],
    ["ScanTarget", "shadows"],
    ["PenTest::Action", "Action"],
  ])("a table with %s takes nothing from the others", (resource, problem) => {
    const bad = toTool({ name: "bad", layer: "project", cedar: [resource, "execute_tool"] });
    const { policy, issues } = load(`${ALL};`, [bad, SCAN]);
    expect(issues).toMatchObject([{ severity: "warning", code: "cedar-unfit-tool", file: "/tools/bad.clad.toml" }]);
    expect(issues[0]?.message).toContain(problem);
    expect(policy?.judge(toRequest(SCAN), toFacts())[0]?.verdict).toBe("allow");
    expect(policy?.judge(toRequest(bad), toFacts())[0]?.verdict).toBe("deny");
  });
});

describe("hostile text", () => {
  const HOSTILE = [`"`, `\\`, `"; permit(principal, action, resource); //`, "\u0000", "\ud800", "\u202e", "😀", "\n"];

  it.each(HOSTILE)("%j is only ever data", (text) => {
    const tool = toTool({
      name: `x${text}`,
      cedar: ["A::B", `run${text}`],
      schema: { properties: { [text]: { type: "string" } } },
    });
    const policies =
      'permit (principal, action, resource) when { resource.tool_name == "plain" }; forbid (principal, action, resource) when { resource.args == resource.args && principal.agent == "root" };';
    const { policy, issues } = load(policies, [tool, PLAIN]);
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    const caller = { agent: text, principal: text, tenant: text, provider: text };
    const asked = toRequest(tool, { args: { [text]: text }, caller, hints: { phase: text }, session: text });
    expect(policy?.judge(asked, toFacts())[0]?.verdict).toBe("deny");
    const plain = toRequest(PLAIN, { args: { text: `${text}${"x".repeat(100_000)}` }, caller });
    expect(policy?.judge(plain, toFacts())[0]?.verdict).toBe("allow");
  });

  it("an id of a policy is shown escaped and short", () => {
    const { policy } = load(`@id("a\\nb${"c".repeat(100)}") ${ALL};`, TOOLS);
    const [answer] = policy?.judge(toRequest(PLAIN), toFacts()) ?? [];
    expect(answer?.reason).toMatch(/^Cedar policy `a\\nbc{57}…` permits it$/);
  });
});

describe("an engine that fails", () => {
  const failing = (more: Partial<CedarEngine>): CedarEngine => ({ ...ENGINE, ...more });
  const crash = (): never => {
    throw new Error("memory access out of bounds");
  };

  it.each([
    ["crashes on a request", { statefulIsAuthorized: crash }],
    ["refuses a request", { statefulIsAuthorized: () => ({ type: "failure", errors: [], warnings: [] }) as const }],
    ["crashes on a slice", { preparsePolicySet: crash }],
    ["refuses a slice", { preparsePolicySet: () => ({ type: "failure", errors: [] }) as const }],
  ] as const)("%s: every call is denied", (_, more: object) => {
    const { policy } = load(`${ALL};`, TOOLS, { engine: failing(more) });
    for (const tool of TOOLS) {
      expect(policy?.judge(toRequest(tool), toFacts())).toMatchObject([{ verdict: "deny", code: "DENIED_BROKEN" }]);
    }
  });

  it("gives no policy when it crashes on a file", () => {
    expect(load(`${ALL};`, TOOLS, { engine: failing({ policyToJson: crash }) })).toMatchObject({
      policy: null,
      issues: [{ severity: "error", code: "cedar-engine" }],
    });
  });
});

describe("more policies than anybody writes", () => {
  it("are refused before the engine sees any of them", () => {
    const text = "forbid(principal,action,resource);\n".repeat(20_001);
    const engine: CedarEngine = {
      ...ENGINE,
      policyToJson: () => {
        throw new Error("parsed");
      },
    };
    expect(load(text, TOOLS, { engine })).toMatchObject({
      policy: null,
      issues: [{ severity: "error", code: "cedar-too-many", line: 20_001 }],
    });
  });
});

describe("judging", () => {
  it("says nothing about a tool without a call", () => {
    const { policy } = load(`${ALL};`, TOOLS);
    expect(policy?.judge({ ...toRequest(PLAIN), call: undefined }, toFacts())).toEqual([]);
  });

  it("denies what is too long for the patterns it would be held against, instead of matching for minutes", () => {
    const pattern = `resource.args has text && resource.args.text like "*${"a".repeat(10_000)}b*"`;
    const { policy } = load(`${ALL};\nforbid (principal, action, resource) when { ${pattern} };`, TOOLS);
    const judge = (text: string): unknown => policy?.judge(toRequest(PLAIN, { args: { text } }), toFacts());
    expect(judge("a".repeat(1_000_000))).toMatchObject([{ verdict: "deny", code: "DENIED_BROKEN" }]);
    expect(judge("a".repeat(1_000))).toMatchObject([{ verdict: "allow" }]);
  });

  it("takes a long argument that no pattern is about", () => {
    const { policy } = load(`${ALL} when { resource.tool_name like "pl*" };`, TOOLS);
    const args = { text: "a".repeat(1_000_000) };
    expect(policy?.judge(toRequest(PLAIN, { args }), toFacts())).toMatchObject([{ verdict: "allow" }]);
  });

  it("keeps an older set right while a newer one is in use", () => {
    const older = load(`@id("old") ${ALL};`, TOOLS).policy;
    const newer = load(`@id("new") forbid (principal, action, resource);`, TOOLS).policy;
    for (const [policy, verdict] of [
      [older, "allow"],
      [newer, "deny"],
      [older, "allow"],
      [newer, "deny"],
    ] as const) {
      expect(policy?.judge(toRequest(PLAIN), toFacts())[0]?.verdict).toBe(verdict);
    }
  });

  it("gives at most five reasons", () => {
    const { policy } = load(
      Array.from({ length: 20 }, () => "forbid (principal, action, resource);").join("\n"),
      TOOLS,
    );
    expect(policy?.judge(toRequest(PLAIN), toFacts())).toHaveLength(5);
  });
});
