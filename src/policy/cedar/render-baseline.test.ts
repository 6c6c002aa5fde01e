import { describe, expect, it } from "vitest";
import type { RiskTier } from "../../model/tool.ts";
import { load, toFacts, toRequest, toTool } from "./cedar.fixture.ts";
import { renderCedarBaseline } from "./render-baseline.ts";

const CEDAR = ["PenTest::ScanTarget", "execute_tool"] as const;

describe("renderCedarBaseline", () => {
  it.each<[RiskTier | undefined, boolean, string, string]>([
    ["info", false, "allow", "allow"],
    ["low", false, "allow", "allow"],
    ["medium", false, "deny", "allow"],
    ["high", false, "ask", "ask"],
    ["critical", false, "ask", "ask"],
    [undefined, false, "ask", "ask"],
    ["low", true, "ask", "ask"],
    ["medium", true, "ask", "ask"],
  ])("risk tier %s, human approval %s: %s, in a phase %s", (riskTier, humanApproval, effect, inPhase) => {
    const tool = toTool({ name: "t", cedar: CEDAR, humanApproval, ...(riskTier === undefined ? {} : { riskTier }) });
    const { policy, issues } = load(renderCedarBaseline([tool]).text, [tool]);
    expect(issues).toEqual([]);
    expect(policy?.judge(toRequest(tool), toFacts())[0]?.verdict).toBe(effect);
    expect(policy?.judge(toRequest(tool, { hints: { phase: "scan" } }), toFacts())[0]?.verdict).toBe(inPhase);
  });

  it("names the tool in the head, and those that it leaves out", () => {
    const tools = [toTool({ name: "nmap_scan", cedar: CEDAR, riskTier: "low" }), toTool({ name: "plain" })];
    expect(renderCedarBaseline(tools)).toEqual({
      text: `// nmap_scan of nmap_scan.clad.toml: risk tier low
permit (
    principal,
    action == PenTest::Action::"execute_tool",
    resource == PenTest::ScanTarget::"nmap_scan"
);
`,
      skipped: ["plain"],
    });
  });

  it.each(['x"); permit(principal, action, resource); //', "a\\", "a\nb", "\u2028", "a\u0000b", "*"])(
    "a tool and an action with %j in their names are escaped",
    (name) => {
      const tools = [name, "other"].map((one) => toTool({ name: one, cedar: ["A::B", name], riskTier: "low" }));
      const { policy, issues } = load(renderCedarBaseline(tools.slice(0, 1)).text, tools);
      expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(tools.map((tool) => policy?.judge(toRequest(tool), toFacts())[0]?.verdict)).toEqual(["allow", "deny"]);
    },
  );
});
