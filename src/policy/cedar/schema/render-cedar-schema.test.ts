import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENGINE, load, toFacts, toRequest, toTool } from "../cedar.fixture.ts";
import { renderCedarSchema } from "./render-cedar-schema.ts";

describe("renderCedarSchema", () => {
  it("is a schema, and says the same as text", () => {
    const tools = [
      toTool({ name: "a", params: { port: "port", all: "boolean", target: "scope_target", ratio: "number" } }),
      toTool({ name: "b", cedar: ["PenTest::ScanTarget", "execute_tool"] }),
      toTool({ name: "c", cedar: ["PenTest::Host", "execute_tool"] }),
      toTool({ name: "d", cedar: ["Thing", "look"] }),
    ];
    const answer = ENGINE.schemaToText(renderCedarSchema(tools));
    const text = answer.type === "success" ? answer.text : "";
    expect(text).toMatch(/resource: \[PenTest::(?:Host, PenTest::ScanTarget|ScanTarget, PenTest::Host)\]/);
    expect(text).toContain("port?: __cedar::Long");
    expect(text).toContain("ratio?: __cedar::String");
    expect(ENGINE.checkParseSchema(text)).toEqual({ type: "success" });
  });

  it("takes any names of arguments", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("__proto__", "__entity", "if", "true", "", '"'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.jsonValue(), (names, value) => {
        const properties = Object.fromEntries(names.map((one) => [one, { type: "string" }]));
        const tool = toTool({ name: "t", schema: { properties } });
        const { policy, issues } = load(
          'permit (principal, action, resource) when { resource.args == resource.args && resource.tool_name == "t" };',
          [tool],
        );
        expect(issues).toEqual([]);
        const args = Object.fromEntries(names.map((one) => [one, JSON.parse(JSON.stringify(value)) as string]));
        const [answer] = policy?.judge(toRequest(tool, { args }), toFacts()) ?? [];
        const isKept = value === null || !names.some((one) => one.startsWith("__"));
        expect(answer?.verdict).toBe(isKept ? "allow" : "deny");
      }),
      { numRuns: 100 },
    );
  });
});
