import { afterEach, describe, expect, it } from "vitest";
import { renderApproval } from "../../src/cli/output/approval.ts";
import { renderContent, renderEnd } from "../../src/cli/output/outcome.ts";
import { createKeptScreen } from "../../src/cli/output/screen.fixture.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { toolText } from "./tools.fixture.ts";
import { toPlainText } from "../../src/text/plain-text.ts";

let workspace: TestWorkspace;

afterEach(() => workspace.remove());

/** Anything that moves the cursor, hides text or turns its direction. */
const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

describe("what a human is shown before saying yes", () => {
  it.each(["$'\\e[2J'", "a' ; rm -rf / #", "x\\ny", "é\u0301\u0301", "$(id)", " ", "a b"])(
    "is one quoted word for the argument %j",
    async (t) => {
      workspace = createTestWorkspace({
        tools: { put: toolText("put", "printf", ["%s", "x{{t}}"], '[params.t]\ntype = "text"') },
      });
      const gateway = await workspace.open();
      await gateway.call("put", { t }, { hold: false });
      const [asked] = await gateway.runtime.control.approvals.listPending();
      if (asked === undefined) throw new Error("nothing was asked");
      const shown = renderApproval(asked, new Date(), createKeptScreen({ isTerminal: true }));
      expect(shown).not.toMatch(ACTIVE);
      const runs = shown.split("\n").filter((line) => line.startsWith("runs "));
      expect(runs).toHaveLength(1);
      expect(runs[0]).toContain(`'x${t.replaceAll("'", "'\\''")}'`);
    },
  );

  it("shows the end of the longest argument", async () => {
    workspace = createTestWorkspace({
      tools: { put: toolText("put", "printf", ["%s", "{{t}}"], '[params.t]\ntype = "text"') },
    });
    const gateway = await workspace.open();
    await gateway.call("put", { t: `${" ".repeat(60_000)}THE END` }, { hold: false });
    const [asked] = await gateway.runtime.control.approvals.listPending();
    if (asked === undefined) throw new Error("nothing was asked");
    expect(renderApproval(asked, new Date(), createKeptScreen({ isTerminal: true }))).toContain("THE END'");
  });

  it("escapes names and reasons that come from callers and files", async () => {
    workspace = createTestWorkspace({ tools: { put: toolText("put", "true", []) } });
    const gateway = await workspace.open();
    const caller = { ...gateway.agent, principal: "p\u001b[2J\u202e", agent: "a\r\nrm" };
    await gateway.call("put", {}, { hold: false, caller });
    const [asked] = await gateway.runtime.control.approvals.listPending();
    if (asked === undefined) throw new Error("nothing was asked");
    const shown = renderApproval(asked, new Date(), createKeptScreen({ isTerminal: true }));
    expect(shown).not.toMatch(ACTIVE);
    expect(shown).toContain("\\r\\nrm");
  });
});

describe("what a program prints", () => {
  it("cannot act on a terminal, and hides nothing anywhere", async () => {
    const hostile = "\u001b]0;title\u0007\u001b[2J\u202e\u0008fake";
    workspace = createTestWorkspace();
    workspace.write("out", hostile);
    workspace.write("tools/cat.toml", toolText("cat", "cat", ["out"], 'effect = "read"'));
    const gateway = await workspace.open();
    const outcome = await gateway.call("cat");
    const terminal = createKeptScreen({ isTerminal: true });
    expect(renderContent(outcome, terminal) + renderEnd(outcome, terminal)).not.toMatch(ACTIVE);
    expect(renderContent(outcome, createKeptScreen())).toBe("\\u202e\\u0008fake\n");
  });

  it("is cut at its limit, and the call goes on to its end", async () => {
    const limits = 'effect = "read"\n[constraints]\nmax_stdout_bytes = 1000\ntimeout_seconds = 20';
    workspace = createTestWorkspace({ tools: { flood: toolText("flood", "seq", ["1000000"], limits) } });
    const gateway = await workspace.open();
    const outcome = await gateway.call("flood");
    expect(outcome.evidence).toMatchObject({ truncated: true, exitCode: 0 });
    expect(toPlainText(outcome.content).length).toBeLessThan(1_200);
  });
});

describe("what a child gets from the gateway", () => {
  it("is three descriptors", async () => {
    workspace = createTestWorkspace({
      tools: { fds: toolText("fds", "ls", ["-1", "/proc/self/fd"], 'effect = "read"') },
    });
    const gateway = await workspace.open();
    const outcome = await gateway.call("fds");
    // The fourth is the folder that `ls` itself has open.
    expect(outcome.structured).toMatchObject({ stdout: "0\n1\n2\n3\n" });
  });
});
