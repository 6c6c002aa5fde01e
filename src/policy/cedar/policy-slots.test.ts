import { expect, it } from "vitest";
import { ENGINE, load, toFacts, toRequest, toTool } from "./cedar.fixture.ts";
import type { CedarEngine } from "./cedar-engine.ts";

it("makes room for slices, by emptying the ones that were not used for longest", () => {
  const sizes = new Map<string, number>();
  const engine: CedarEngine = {
    ...ENGINE,
    preparsePolicySet: (id, set) => {
      sizes.set(id, Object.keys(set.staticPolicies ?? {}).length);
      return { type: "success" };
    },
    statefulIsAuthorized: () => ({
      type: "success",
      response: { decision: "allow", diagnostics: { reason: [], errors: [] } },
      warnings: [],
    }),
  };
  const tools = Array.from({ length: 30 }, (_, index) => toTool({ name: `t${index}` }));
  const shared = "forbid (principal, action, resource);".repeat(1_000);
  const own = tools.map(({ name }) => `permit (principal, action, resource == Toolgate::Tool::"${name}");`);
  const { policy } = load(shared + own.join(""), tools, { engine });
  for (const tool of tools) policy?.judge(toRequest(tool), toFacts());
  const held = [...sizes.values()];
  expect(held.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20_000);
  expect(held.filter((size) => size === 1_001)).toHaveLength(19);
  expect(held.length).toBeLessThan(tools.length);
});
