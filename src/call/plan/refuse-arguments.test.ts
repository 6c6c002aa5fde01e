import { describe, expect, it } from "vitest";
import type { Tool } from "../../model/tool.ts";
import { refuseArguments } from "./refuse-arguments.ts";

describe("refuseArguments", () => {
  it.each([
    [["The path must be within '/w'.", "Missing."], "`a`: The path must be within '/w'; `b`: Missing"],
    [["ends openly...", "1.5"], "`a`: ends openly...; `b`: 1.5"],
  ])("joins %j without full stops in the middle", (messages, told) => {
    const issues = messages.map((message, at) => ({ param: at === 0 ? "a" : "b", code: "pattern" as const, message }));
    const { info } = refuseArguments({ name: "disk.usage" } as Tool, issues);
    expect(info.message).toBe(`the arguments do not fit \`disk.usage\`: ${told}`);
    expect(info.hint).toBe("see its input schema: `toolgate tools schema disk.usage`");
    expect(info.details).toEqual({ issues });
  });
});
