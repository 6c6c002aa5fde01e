import { isAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENGINE, load, NOW, toFacts, toRequest, toTool } from "../cedar.fixture.ts";
import { parsePolicies } from "../parse/parse-policies.ts";

const TOOLS = [
  ...["t0", "t1", "t2"].map((name) => toTool({ name, params: { port: "port" }, riskTier: "high" })),
  toTool({ name: "t3", params: { port: "port" } }),
  toTool({ name: "t1", cedar: ["Pen::Target", "run"], params: { port: "port" } }),
  toTool({ name: "t4", cedar: ["Pen::Target", "run"] }),
];

const ATOMS = [
  'resource.tool_name == "t0"',
  '"t1" == resource.tool_name',
  'resource.tool_name != "t1"',
  '["t0", "t3", "t4"].contains(resource.tool_name)',
  '[resource.tool_name].contains("t2")',
  'resource == Toolgate::Tool::"t1"',
  'Pen::Target::"t1" == resource',
  'resource in Toolgate::Tool::"t2"',
  "resource is Toolgate::Tool",
  'resource.tool_name like "t*"',
  "context.human_approved",
  "resource.human_approved",
  'context.phase == "x"',
  "context has phase",
  'context has phase && context.phase == "x"',
  "context.depth > 0",
  "context.depth + 9223372036854775807 > 0",
  "resource.args has port",
  "(resource.args has port && resource.args.port > 5)",
  'resource.risk_tier == "high"',
  'Toolgate::Tool::"t1".risk_tier == "high"',
  'Toolgate::Tool::"t1" has risk_tier',
  'principal.roles.contains("agent")',
  "(if context.human_approved then context else context).depth > 0",
  '{"Value": context.depth, "Var": "resource"}.Value > 0',
  "context == context",
  "[resource.args].contains(resource.args)",
  "true",
  "false",
];

const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...ATOMS),
    fc
      .tuple(tie("any"), fc.constantFrom("&&", "||"), tie("any"))
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
    tie("any").map((one) => `!(${one})`),
    fc.tuple(tie("any"), tie("any"), tie("any")).map(([a, b, c]) => `(if ${a} then ${b} else ${c})`),
  ),
})).any;

const policy = fc
  .record({
    effect: fc.constantFrom("permit", "permit", "forbid"),
    action: fc.constantFrom(
      "action",
      'action == Toolgate::Action::"call"',
      'action in [Toolgate::Action::"call"]',
      'action == Pen::Action::"run"',
    ),
    resource: fc.constantFrom(
      "resource",
      "resource",
      'resource == Toolgate::Tool::"t0"',
      "resource is Pen::Target",
      'resource in Pen::Target::"t1"',
    ),
    clauses: fc.array(fc.tuple(fc.constantFrom("when", "when", "unless"), expression), { maxLength: 3 }),
  })
  .map(({ effect, action, resource, clauses }) => {
    const conditions = clauses.map(([kind, body]) => `${kind} { ${body} }`).join(" ");
    return `${effect} (principal, ${action}, ${resource}) ${conditions};`;
  });

interface Asked {
  readonly tool: (typeof TOOLS)[number];
  readonly port: number | undefined;
  readonly phase: string | undefined;
  readonly depth: number;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  tool: fc.constantFrom(...TOOLS),
  port: fc.constantFrom(undefined, 3, 8),
  phase: fc.constantFrom(undefined, "x", "y"),
  depth: fc.constantFrom(0, 1),
});

/** All policies over all attributes, by the engine's plain call; written without a look at how it is really done. */
function judgeWhole(text: string, { tool, port, phase, depth }: Asked): string {
  const [namespace, type, action] = tool.cedar === null ? ["Toolgate", "Tool", "call"] : ["Pen", "Target", "run"];
  const told = phase === undefined ? {} : { phase };
  const run = (approved: boolean): { decision: string; reasons: number } | null => {
    const principal = { type: `${namespace}::Agent`, id: "coder" };
    const resource = { type: `${namespace}::${type}`, id: tool.name };
    const args = port === undefined || tool.name === "t4" ? {} : { port };
    const attrs = { tool_name: tool.name, risk_tier: tool.riskTier ?? "none", human_approved: approved, args };
    const answer = isAuthorized({
      ...{ principal, action: { type: `${namespace}::Action`, id: action ?? "" }, resource },
      context: { ...told, depth, human_approved: approved, has_human_approval: approved },
      policies: { staticPolicies: text },
      entities: [
        { uid: principal, attrs: { ...told, roles: ["agent"], depth }, parents: [] },
        { uid: resource, attrs, parents: [] },
      ],
    });
    if (answer.type === "failure") throw new Error(answer.errors[0]?.message);
    const { decision, diagnostics } = answer.response;
    return diagnostics.errors.length > 0 ? null : { decision, reasons: diagnostics.reason.length };
  };
  const now = run(false);
  const then = run(true);
  if (now === null || then === null) return "deny";
  if (then.decision === "deny" && then.reasons > 0) return "deny";
  if (now.decision === "allow") return "allow";
  if (then.decision === "allow") return "ask";
  if (tool.cedar !== null) return "deny";
  return now.reasons > 0 ? "ask" : "none";
}

describe("slices", () => {
  it("decide as the whole set does", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(policy, { minLength: 1, maxLength: 8 }),
        fc.array(asked, { minLength: 4, maxLength: 8 }),
        (texts, requests) => {
          const text = texts.join("\n");
          // Tools of one name are told apart by their table, which the set of a test cannot have twice.
          for (const request of requests) {
            const tools = TOOLS.filter((tool) => tool.name !== request.tool.name || tool === request.tool);
            const result = load(text, tools);
            expect(result.issues.filter(({ severity }) => severity === "error")).toEqual([]);
            const { port, phase, depth, tool } = request;
            const args = port === undefined || tool.name === "t4" ? {} : { port };
            const call = toRequest(tool, { args, depth, hints: phase === undefined ? {} : { phase } });
            const effect = result.policy?.judge(call, toFacts({ now: NOW }))[0]?.verdict ?? "none";
            seen.add(effect);
            expect({ text, request, effect }).toEqual({ text, request, effect: judgeWhole(text, request) });
          }
        },
      ),
      { numRuns: 100 },
    );
    expect([...seen].toSorted()).toEqual(["allow", "ask", "deny", "none"]);
  });

  const reachOf = (text: string): readonly string[] | null => {
    const { policies } = parsePolicies([{ file: "/p.cedar", text, layer: "user", forbidOnly: false }], ENGINE);
    const names = policies[0]?.reach.names ?? null;
    return names === null ? null : [...names].toSorted();
  };

  it.each([
    ['permit (principal, action, resource == Toolgate::Tool::"a");', ["a"]],
    ['permit (principal, action, resource) when { resource.tool_name == "a" };', ["a"]],
    ['permit (principal, action, resource) when { "a" == resource.tool_name && context.x };', ["a"]],
    ['permit (principal, action, resource) when { context.depth > 1 && resource.tool_name == "a" };', ["a"]],
    [
      'permit (principal, action, resource) when { resource.tool_name == "a" || resource.tool_name == "b" };',
      ["a", "b"],
    ],
    ['permit (principal, action, resource) when { ["a", "b"].contains(resource.tool_name) };', ["a", "b"]],
    ['permit (principal, action, resource) when { context.headless } when { resource.tool_name == "a" };', ["a"]],
    ['permit (principal, action, resource) unless { context.headless } when { resource.tool_name == "a" };', ["a"]],
    ['permit (principal, action, resource == T::"a") when { resource.tool_name == "b" };', []],
    ['permit (principal, action, resource) unless { resource.tool_name == "a" };', null],
    ['permit (principal, action, resource) when { !(resource.tool_name == "a") };', null],
    ['permit (principal, action, resource) when { resource.tool_name == "a" || context.headless };', null],
    ['permit (principal, action, resource) when { context.depth + 1 > 1 && resource.tool_name == "a" };', null],
    ['permit (principal, action, resource) when { context.phase == "x" && resource.tool_name == "a" };', null],
    ['permit (principal, action, resource) when { T::"x".y == 1 } when { resource.tool_name == "a" };', null],
    ['permit (principal, action, resource) when { principal.tool_name == "a" };', null],
    ['permit (principal, action, resource) when { resource.args.tool_name == "a" };', null],
    ['permit (principal, action, resource) when { if true then resource.tool_name == "a" else true };', null],
    ['permit (principal, action, resource) when { resource.tool_name like "a" };', null],
    ['permit (principal, action, resource) when { ip("::1").isLoopback() && resource.tool_name == "a" };', null],
  ])("%s is about %j", (text, names) => {
    expect(reachOf(text)).toEqual(names);
  });
});
