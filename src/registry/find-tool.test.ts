import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tool } from "../model/tool.ts";
import { findTool } from "./find-tool.ts";
import { listTools } from "./list-tools.ts";
import type { RegistrySnapshot, Viewer } from "./registry.ts";
import { createRegistryState } from "./registry-state.ts";
import { makeTool } from "./tools.fixture.ts";

const ME: Viewer = { agent: "me", session: "s1" };

function snapshot(
  everybody: readonly Tool[],
  overlays: Readonly<Record<string, readonly Tool[]>> = {},
): RegistrySnapshot {
  return createRegistryState(100).setStored({ everybody, overlays: new Map(Object.entries(overlays)), issues: [] });
}

function titled(name: string, title: string, more: Partial<Tool> = {}): Tool {
  return makeTool(name, { title, ...more });
}

function codes({ issues }: RegistrySnapshot): readonly string[] {
  return issues.map(({ code }) => code);
}

describe("findTool", () => {
  it("finds another system's name of a tool, but only where no tool has that very name", () => {
    const builtin = snapshot([makeTool("shell.exec")]);
    expect(findTool(builtin, "Bash", ME)?.name).toBe("shell.exec");
    expect(findTool(snapshot([makeTool("shell.exec"), makeTool("Bash")]), "Bash", ME)?.name).toBe("Bash");
    expect(findTool(builtin, "Read", ME)).toBeUndefined();
    expect(findTool(builtin, "constructor", ME)).toBeUndefined();
  });

  it("lets a session's tool stand before the agent's, and that before everybody's, each with consent", () => {
    const over = { overrides: true };
    const all = snapshot([titled("a", "all")], {
      "agent:me": [titled("a", "agent", over)],
      "session:s1": [titled("a", "session", over)],
    });
    expect(findTool(all, "a", ME)?.title).toBe("session");
    expect(findTool(all, "a", { agent: "me", session: null })?.title).toBe("agent");
    expect(findTool(all, "a", { agent: "other", session: "s2" })?.title).toBe("all");
  });

  it("lets nothing be replaced without consent", () => {
    const all = snapshot([titled("a", "all")], {
      "agent:me": [titled("a", "agent")],
      "session:s1": [titled("a", "s")],
    });
    expect(findTool(all, "a", ME)?.title).toBe("all");
    expect(codes(all)).toEqual(["needs-overrides", "needs-overrides"]);
    const meeting = snapshot([], { "agent:me": [titled("a", "agent")], "session:s1": [titled("a", "session")] });
    expect(findTool(meeting, "a", ME)?.title).toBe("agent");
    expect(findTool(meeting, "a", { agent: "other", session: "s1" })?.title).toBe("session");
  });

  it("never lets what an application declares replace anything, whatever it says", () => {
    const origin = { format: "agent-tool", layer: "session", file: "declared", line: 1, column: 1 } as const;
    const declared = titled("a", "app", { overrides: true, origin });
    const all = snapshot([titled("a", "all")], { "session:s1": [declared] });
    expect(findTool(all, "a", ME)?.title).toBe("all");
    const meeting = snapshot([], { "agent:me": [titled("a", "agent")], "session:s1": [declared] });
    expect(findTool(meeting, "a", ME)?.title).toBe("agent");
  });

  it("hides what is replaced by a tool that is switched off", () => {
    const all = snapshot([titled("a", "all")], {
      "agent:me": [titled("a", "agent", { overrides: true, enabled: false })],
    });
    expect(findTool(all, "a", ME)).toMatchObject({ title: "agent", enabled: false });
    expect(listTools(all, ME)).toEqual([]);
  });

  it.each([
    ["git.sha", "git_sha"],
    ["git.sha", "GIT.sha"],
    ["git-sha", "git-SHA"],
  ])("serves only the lower of two names that are one on the wire: %s and %s", (lower, upper) => {
    const all = snapshot([makeTool(lower)], { "agent:me": [makeTool(upper, { overrides: true })] });
    expect(findTool(all, upper, ME)).toBeUndefined();
    expect(all.issues).toMatchObject([{ code: "same-wire-name", message: expect.stringContaining(lower) as string }]);
    const meeting = snapshot([], { "agent:me": [makeTool(lower)], "session:s1": [makeTool(upper)] });
    expect(findTool(meeting, upper, ME)).toBeUndefined();
    expect(listTools(meeting, ME).map(({ name }) => name)).toEqual([lower]);
  });

  it("serves none of two tools of one overlay with one name", () => {
    const all = snapshot([], { "agent:me": [titled("a", "1"), titled("a", "2"), makeTool("b")] });
    expect(listTools(all, ME).map(({ name }) => name)).toEqual(["b"]);
    expect(codes(all)).toEqual(["duplicate-name", "duplicate-name"]);
  });
});

describe("listTools", () => {
  it("is the same array for everybody who sees what everybody sees", () => {
    const all = snapshot([makeTool("a")], { "agent:me": [makeTool("b")] });
    expect(listTools(all, { agent: "other", session: null })).toBe(all.listed);
    expect(listTools(all, ME).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("lists exactly the enabled tools that can be found", () => {
    const name = fc.constantFrom("a", "A", "a.b", "a_b", "c", "Bash", "shell.exec");
    const tool = fc
      .record({ name, overrides: fc.boolean(), enabled: fc.boolean(), title: fc.string({ maxLength: 3 }) })
      .map(({ name: own, ...more }) => makeTool(own, more));
    const tools = fc.uniqueArray(tool, { maxLength: 6, selector: (one) => one.name });
    fc.assert(
      fc.property(tools, tools, tools, (everybody, ofAgent, ofSession) => {
        const all = snapshot(everybody, { "agent:me": ofAgent, "session:s1": ofSession });
        const listed = listTools(all, ME);
        for (const one of listed) expect(findTool(all, one.name, ME)).toBe(one);
        const names = ["a", "A", "a.b", "a_b", "c", "Bash", "shell.exec"];
        const found = names.flatMap((own) => {
          const one = findTool(all, own, ME);
          return one?.name === own && one.enabled ? [own] : [];
        });
        expect(listed.map((one) => one.name).sort()).toEqual(found.sort());
        const keys = listed.map((one) => one.name.replaceAll(/[^\w-]/g, "_").toLowerCase());
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
