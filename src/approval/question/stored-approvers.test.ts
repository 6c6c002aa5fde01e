import { describe, expect, it } from "vitest";
import type { ApproverRule } from "../../config/config.ts";
import { askValue } from "../grants/asked.fixture.ts";
import { readStoredApprovers, toStoredApprovers } from "./stored-approvers.ts";

const { tool } = askValue(null).request;

function row(change: Partial<ApproverRule> = {}): ApproverRule {
  return { tools: ["*"], effects: [], approvers: ["carol"], source: "toolgate.toml:9", ...change };
}

describe("stored approvers", () => {
  it("are the rows about the tool, and come back as they were", () => {
    const about = [row(), row({ tools: ["notes.*"], effects: ["write"] })];
    const approvers = toStoredApprovers([...about, row({ tools: ["other"] }), row({ effects: ["read"] })], tool);
    expect(readStoredApprovers({ approvers })).toEqual(about);
  });

  it("are none of a question of an earlier version", () => {
    expect(readStoredApprovers({})).toEqual([]);
  });

  it.each([
    ["null", null],
    ["a text", "carol"],
    ["a row that is none", [null]],
    ["a row without names", [{ tools: ["*"] }]],
  ])("name nobody where they are %s", (_name, approvers) => {
    expect(readStoredApprovers({ approvers })).toMatchObject([{ tools: ["*"], effects: [], approvers: [] }]);
  });
});
