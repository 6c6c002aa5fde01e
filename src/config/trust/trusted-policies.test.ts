import { describe, expect, it } from "vitest";
import { toTrustedPolicies } from "./trusted-policies.ts";

function read(text: string): Pick<ReturnType<typeof toTrustedPolicies>, "permits" | "forbids"> {
  const { permits, forbids } = toTrustedPolicies({ file: "/w/p.cedar", text, sha256: "" }, "/w");
  return { permits, forbids };
}

describe("toTrustedPolicies", () => {
  it.each<[string, readonly string[], number]>([
    ["", [], 0],
    ["permit(principal, action, resource);", ["permit(principal, action, resource)"], 0],
    [
      'permit (\n  principal == User::"a;)",\n  action in [Action::"call"],\n  resource\n) when { permit(x) };',
      ['permit ( principal == User::"a;)", action in [Action::"call"], resource )'],
      0,
    ],
    ['@id("permit(")\nforbid(principal, action, resource) unless { context.x };', [], 1],
    ["// permit(principal, action, resource);\nforbid(principal, action, resource);", [], 1],
    ["permit(principal, // all of them )\n action, resource);", ["permit(principal, action, resource)"], 0],
    ["// harmless\rpermit(principal, action, resource);", ["permit(principal, action, resource)"], 0],
    ["permit(principal, action", [], 0],
    [")))permit(principal, action, resource);", ["permit(principal, action, resource)"], 0],
  ])("%j", (text, permits, forbids) => {
    expect(read(text)).toEqual({ permits, forbids });
  });
});
