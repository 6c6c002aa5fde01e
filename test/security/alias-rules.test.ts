import { afterEach, describe, expect, it } from "vitest";
import { decide } from "../../src/policy/decide.ts";
import { toLexicalFacts } from "../../src/policy/to-lexical-facts.ts";
import { toPolicyTool } from "../../src/policy/to-policy-tool.ts";
import type { Rule } from "../../src/policy/policy.ts";
import type { Tool } from "../../src/model/tool.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace | null = null;
afterEach(async () => {
  await workspace?.remove();
});

function rule(effect: Rule["effect"], tool: string): Rule {
  return { id: "r", effect, tool, layer: "project", source: "toolgate.toml:1", reason: null };
}

const READ = {
  name: "fs.read",
  origin: { layer: "builtin" },
  effect: "read",
  humanApproval: false,
  group: "fs",
  backend: { kind: "handler" },
} as Tool;
const CALLER = { tenant: "t", principal: "p", agent: "a", credential: "c", roles: ["agent"] } as never;

function effectOf(...rules: readonly Rule[]): string {
  const policy = { mode: "default", rules, paused: null } as const;
  return decide({ tool: toPolicyTool(READ), caller: CALLER }, toLexicalFacts(), policy).effect;
}

describe("a rule on another system's name of a built-in tool", () => {
  it.each(["Read", "read_file", "files.read", "files.*", "Re*"])("denies it: %s", (name) => {
    expect(effectOf(rule("deny", name))).toBe("deny");
    expect(effectOf(rule("allow", "fs.read"), rule("deny", name))).toBe("deny");
  });

  it("asks for it", () => expect(effectOf(rule("allow", "fs.read"), rule("ask", "Read"))).toBe("ask"));

  it.each(["read", "Write", "file.*", "Rea"])("does not reach another tool: %s", (name) =>
    expect(effectOf(rule("deny", name))).toBe("allow"),
  );

  it("allows nothing that the tool's own name does not", () => {
    const tool = toPolicyTool({ ...READ, effect: "write" });
    const policy = { mode: "default", rules: [rule("allow", "R*")], paused: null } as const;
    expect(decide({ tool, caller: CALLER }, toLexicalFacts({ headless: true }), policy).effect).toBe("deny");
  });

  it.each(["fs.read", "Read", "files.read", "read_file"])(
    "holds for a call by the name %s, and in lists",
    async (name) => {
      workspace = createTestWorkspace({ config: '[packs]\nfs = true\n[permissions]\ndeny = ["Read"]\n' });
      workspace.write("a.txt", "text");
      const gateway = await workspace.open();
      const outcome = await gateway.call(name, { path: "a.txt" });
      expect([outcome.status, outcome.step]).toEqual(["refused", "authorise"]);
      const listed = await gateway.runtime.listTools(gateway.agent);
      expect(listed.map((tool) => tool.name)).not.toContain("fs.read");
      expect(listed.map((tool) => tool.name)).toContain("fs.list");
    },
  );
});
