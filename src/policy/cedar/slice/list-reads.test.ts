import { expect, it } from "vitest";
import { ENGINE } from "../cedar.fixture.ts";
import { listReads } from "./list-reads.ts";
import type { PolicyJson } from "./to-reach.ts";

it.each([
  ["context.hour > 3 && principal.roles.contains(resource.layer)", ["hour", "layer", "roles"], false],
  ["context has a.b", ["a", "b"], false],
  ['resource["tool name"] == resource.args.port', ["args", "port", "tool name"], false],
  ["(if context.a then resource else resource).args.port == 1", ["a", "args", "port"], false],
  ['{"Value": context.a, "Var": "context"}.Value', ["Value", "a"], false],
  ["resource.args.args.contains(1)", ["args"], false],
  ["resource.page_state has url", ["page_state", "url"], false],
  ["resource == principal", [], false],
  ["resource.args == resource.args", ["args"], true],
  ["[resource.page_state].contains(1)", ["page_state"], true],
  ["(if context.a then resource.args else {}).port == 1", ["a", "args", "port"], true],
  ["context == {}", [], true],
  ["(if true then context else {}).hour == 1", ["hour"], true],
  ["ip(context.a).isInRange(ip(context.b))", ["a", "b"], false],
  ["context.a.getTag(context.b)", ["a", "b"], false],
])("%s", (condition, names, everything) => {
  const answer = ENGINE.policyToJson(`permit (principal, action, resource) when { ${condition} };`);
  const reads = listReads((answer.type === "success" ? answer.json : {}) as PolicyJson);
  expect({ names: [...reads.names].toSorted(), everything: reads.everything }).toEqual({ names, everything });
});

it("takes an operator that it does not know to observe everything", () => {
  expect(listReads({ conditions: [{ kind: "when", body: { "new-operator": { over: 1 } } }] }).everything).toBe(true);
});
