import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createToolWorkspace } from "../cli/workspace.fixture.ts";
import type { Workspace } from "../cli/workspace.fixture.ts";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createToolWorkspace();
  await workspace.run(["call", "paint"]);
  await workspace.run(["call", "ask", "--arg", "text=hello", "--no-wait"]);
  workspace.write("candidate/toolgate.toml", '[permissions]\nallow = ["ask", "say"]\ndeny = ["paint"]\n');
});

describe("policy replay", () => {
  it("says that nothing would change", async () => {
    const { code, stdout } = await workspace.run(["policy", "replay", "--since", "1h", "--fail-on-change"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^2 calls since .*, decided once more as things are now\n/);
    expect(stdout).toContain("  unchanged          2\n");
  });

  it("says what a candidate that nobody trusts would change, and ends with 1 where that is asked for", async () => {
    const ended = await workspace.run(["policy", "replay", "--with", "candidate"]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("ask → allow  1 call\n  by      allow rule `ask` (toolgate.toml:2)\n");
    expect(ended.stdout).toContain("allow → deny  1 call\n  by      deny rule `paint` (toolgate.toml:3)\n");
    // The tool is told by what it ran: it has nothing that rules match.
    expect(ended.stdout).toMatch(/ {2}\S+ {2}\S+ {2}\/\S*printf '%s\\n' hello\n/);
    const failing = await workspace.run(["policy", "replay", "--with", "candidate", "--fail-on-change"]);
    expect(failing.code).toBe(1);
  });

  it("gives a program the same", async () => {
    const report = await workspace.json(["policy", "replay", "--with", "candidate", "--tool", "p*"]);
    expect(report).toMatchObject({
      with: "candidate",
      calls: 1,
      unchanged: { count: 0, otherwise: 0 },
      changed: { candidate: { allow: 0, ask: 0, deny: 1 }, since: { allow: 0, ask: 0, deny: 0 } },
      undecidable: { count: 0, reasons: [] },
      groups: [
        {
          cause: "candidate",
          from: "allow",
          to: "deny",
          code: "DENIED_BY_RULE",
          decider: "deny rule `paint` (toolgate.toml:3)",
          count: 1,
          tools: ["paint"],
          examples: [{ tool: "paint", recorded: { effect: "allow", code: "ALLOWED_BY_RULE" } }],
        },
      ],
    });
  });

  it.each([
    [["--since", "yesterday"], 2, "--since takes"],
    [["--until", "x"], 2, "--until takes"],
    [["--limit", "0"], 2, "--limit takes"],
    [["--with", "missing"], 1, "there is no such folder"],
  ])("refuses %j", async (args, code, text) => {
    const ended = await workspace.run(["policy", "replay", ...args]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(text);
  });

  it("says what is wrong with a candidate, and where", async () => {
    workspace.write("candidate/toolgate.toml", '[permissions]\nallow = ["say("]\n');
    const { code, stderr } = await workspace.run(["policy", "replay", "--with", "candidate"]);
    expect(code).toBe(1);
    expect(stderr).toContain("candidate/toolgate.toml:2");
  });
});

describe("explain", () => {
  it("shows what decided, and the rule that would change it", async () => {
    const { code, stdout } = await workspace.run(["explain", "ask", "--arg", "text=hi"]);
    expect(code).toBe(4);
    expect(stdout).toContain("mode\n└─ ▶ ask   no rule allows this tool");
    expect(stdout).toContain("  toolgate rules add allow ask\n");
    const [, rule = ""] = /rules add allow (\S+)/.exec(stdout) ?? [];
    expect((await workspace.run(["rules", "add", "allow", rule])).code).toBe(0);
    expect((await workspace.run(["explain", "ask", "--arg", "text=hi"])).code).toBe(0);
  });

  it("shows what would confine it, as a dry run does", async () => {
    const keys = 'kind = "command"\nbinary = "true"\nargs = []\n[sandbox]\nprofile = "isolated"\nwritable = ["gone"]\n';
    workspace.write("tools/held.toml", `name = "held"\ndescription = "x"\n${keys}`);
    await workspace.run(["trust", "--yes"]);
    const line = /^confined\t.*$/m;
    const [dry] = line.exec((await workspace.run(["dry-run", "held"])).stdout) ?? [];
    const [explained] = line.exec((await workspace.run(["explain", "held"])).stdout) ?? [];
    expect(explained).toBe(dry);
    const gone = path.join(workspace.folder, "gone");
    expect(explained).toContain(`confined (isolated; no network; left out, since it is not there: ${gone})`);
    expect(await workspace.json(["explain", "held"])).toMatchObject({ plan: { sandbox: { missing: [gone] } } });
  });

  it("gives a program the whole trace, and the rules", async () => {
    expect(await workspace.json(["explain", "ask", "--arg", "text=hi"])).toMatchObject({
      decision: { effect: "ask", trace: [{ source: "mode", verdict: "ask" }] },
      suggestions: [{ id: "1", rules: ["ask"] }],
    });
  });
});
