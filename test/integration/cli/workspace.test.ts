import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createToolWorkspace, createWorkspace } from "./workspace.fixture.ts";
import type { Workspace } from "./workspace.fixture.ts";

describe("toolgate init", () => {
  it("makes a trusted workspace whose tools can be called at once, and the printed steps work", async () => {
    const workspace = createWorkspace();
    const { code, stdout } = await workspace.run(["init", "new"]);
    expect(code).toBe(0);
    expect(stdout).toContain("this folder is trusted");
    const cwd = path.join(workspace.folder, "new");
    const listed = await workspace.run(["tools", "list"], { cwd });
    expect(listed.stdout).toMatch(/^files\.find\tread\ton\tproject\t/m);
    const [, line = ""] = /^ {2}toolgate (call .*)$/m.exec(stdout) ?? [];
    const called = await workspace.run(line.split(" "), { cwd });
    expect(called).toMatchObject({ code: 0, stderr: "" });
    expect(called.stdout).toContain("toolgate.toml");
  });

  it("leaves what is there as it is, and does not trust what it did not make", async () => {
    const workspace = createWorkspace();
    workspace.write("tools/evil.toml", 'name = "evil"\nkind = "command"\nbinary = "id"\nargs = []\n');
    workspace.write("tools/repo.log.toml", "# mine\n");
    const report = (await workspace.json(["init"])) as { trusted: boolean; skipped: string[] };
    expect(report).toMatchObject({ trusted: false, skipped: ["tools/repo.log.toml"] });
    expect(readFileSync(path.join(workspace.folder, "tools/repo.log.toml"), "utf8")).toBe("# mine\n");
    expect(await workspace.run(["call", "evil"])).toMatchObject({ code: 3, stdout: "" });
  });
});

describe("toolgate tools list --group", () => {
  it("says that a group is empty, and that it is none, apart from a folder without tools", async () => {
    const workspace = createWorkspace();
    await workspace.run(["init"]);
    const empty = await workspace.run(["tools", "list", "--group", "fs"]);
    expect(empty).toMatchObject({ code: 0, stdout: "" });
    expect(empty.stderr).toContain("No tool of the group `fs` is offered.");
    const unknown = await workspace.run(["tools", "list", "--group", "nope"]);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('there is no group "nope"');
  });
});

describe("toolgate trust", () => {
  it("keeps the tools of a clone out until it was shown and accepted, and again after a change", async () => {
    const workspace = createWorkspace();
    workspace.write("toolgate.toml", '[permissions]\nallow = ["who"]\n');
    workspace.write("tools/who.toml", 'name = "who"\ndescription = "x"\nkind = "command"\nbinary = "id"\nargs = []\n');
    const before = await workspace.run(["call", "who"]);
    expect(before.code).toBe(3);
    expect(before.stderr).toContain("is not trusted yet");

    const listed = await workspace.run(["tools", "list"]);
    expect(listed.stderr).toContain("See `toolgate trust`");
    expect(listed.stderr).not.toContain("No tools");

    const shown = await workspace.run(["trust"]);
    expect(shown.code).toBe(3);
    expect(shown.stdout).toMatch(/^allow rules\twho$/m);
    expect(shown.stdout).toMatch(/^who\tid\twrite\ton\t/m);
    expect((await workspace.run(["call", "who"])).code).toBe(3);

    expect((await workspace.run(["trust", "--yes"])).code).toBe(0);
    expect((await workspace.run(["call", "who"])).code).toBe(0);

    workspace.write(
      "tools/more.toml",
      'name = "more"\ndescription = "x"\nkind = "command"\nbinary = "id"\nargs = []\n',
    );
    const after = await workspace.run(["call", "who"]);
    expect(after.code).toBe(3);
    expect(after.stderr).toContain("changed since it was trusted");
  });

  it("says that there is nothing to trust", async () => {
    const { code, stdout } = await createWorkspace().run(["trust", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "NO_PROJECT" } });
  });
});

describe("calls", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createToolWorkspace();
  });

  it("prints what the tool gave, and only that", async () => {
    expect(await workspace.run(["call", "say", "--arg", "text=a b"])).toEqual({ code: 0, stdout: "a b\n", stderr: "" });
    const outcome = await workspace.json(["call", "say", "--args", '{"text": "$(id)"}']);
    expect(outcome).toMatchObject({ status: "success", structured: { stdout: "$(id)\n" }, evidence: { exitCode: 0 } });
  });

  it("reads arguments from standard input", async () => {
    const { stdout } = await workspace.run(["call", "say", "--args", "-"], { input: '{"text": "piped"}' });
    expect(stdout).toBe("piped\n");
  });

  it.each([
    [["call", "say"], 3, "INVALID_ARGUMENTS"],
    [["call", "nothing"], 3, "UNKNOWN_TOOL"],
    [["call", "say", "--args", "{"], 2, "USAGE"],
    [["call"], 2, "USAGE"],
    [["cal", "say"], 2, "did you mean `call`?"],
    [["help", "nonsense"], 2, "unknown command `nonsense`"],
    [["call", "say", "--agr", "text=x"], 2, "Did you mean --arg"],
    [["call", "slow", "--timeout", "200ms"], 1, "TIMEOUT"],
    [["tools", "show", "sya"], 1, "did you mean `say`?"],
    [["mode", "paln"], 2, "did you mean `plan`?"],
    [["--config", "nowhere.toml", "mode"], 1, "config-not-found"],
  ])("%j ends with %d and says %s", async (args, code, text) => {
    const ended = await workspace.run(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(text);
  });

  it("gives errors as JSON on standard output", async () => {
    const { code, stdout, stderr } = await workspace.run(["mode", "paln", "--json"]);
    expect([code, stderr]).toEqual([2, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "USAGE", details: {} } });
  });

  it("dry-run and explain run nothing and end as the call would", async () => {
    const allowed = await workspace.run(["dry-run", "say", "--arg", "text=x y"]);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toMatch(/^runs\t\S*\/printf '%s\\n' 'x y'$/m);
    const asks = await workspace.run(["explain", "ask", "--arg", "text=x"]);
    expect(asks.code).toBe(4);
    expect(asks.stdout).toContain("ASK_BY_DEFAULT");
    expect((await workspace.run(["explain", "say"])).code).toBe(3);
    expect(await workspace.json(["dry-run", "ask", "--arg", "text=x"])).toMatchObject({
      decision: { effect: "ask" },
      plan: { kind: "command" },
    });
  });

  it("accepts the manifest verbs on a file, for what is served only", async () => {
    const file = path.join(workspace.folder, "tools/say.toml");
    expect(await workspace.run(["run", file, "--arg", "text=hello"])).toMatchObject({ code: 0, stdout: "hello\n" });
    expect((await workspace.run(["test", file, "--arg", "text=hello"])).stdout).toContain("printf");
    expect(JSON.parse((await workspace.run(["schema", file])).stdout)).toMatchObject({ required: ["text"] });
    workspace.write("elsewhere.toml", readFileSync(file, "utf8").replace("printf", "id"));
    const other = await workspace.run(["run", "elsewhere.toml", "--arg", "text=x"]);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain("NOT_SERVED");
  });

  it("says that there is nothing to check, and how to name something", async () => {
    const { code, stdout, stderr } = await createWorkspace().run(["validate"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/nothing to check[^]*toolgate validate tools\//);
  });

  it("does not call a tool unknown that a server may have, and names what servers are asked besides", async () => {
    const own = createWorkspace();
    const server = '[mcp.servers.docs]\nurl = "https://mcp.example.com/mcp"\n[permissions]\n';
    const rules =
      'allow = ["mcp_docs__search", "mcp_dogs__search"]\ndeny = ["mcp_docs.resources_read(file:///etc/*)"]\n';
    own.write("toolgate.toml", server + rules);
    const { stdout } = await own.run(["validate"]);
    expect(stdout.match(/no tool is named `[^`]*`/g)).toEqual(["no tool is named `mcp_dogs__search`"]);
  });

  it("validates files with a code frame for every mistake", async () => {
    expect((await workspace.run(["validate"])).code).toBe(0);
    workspace.write(
      "broken.toml",
      'name = "b"\nkind = "command"\nbinary = "id"\nargs = ["{{x}}"]\n[params.x]\ntype = "pth"\n',
    );
    const { code, stdout } = await workspace.run(["validate", "broken.toml"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/broken\.toml:6:\d+ error/);
    expect(stdout).toContain('type = "pth"');
    expect(stdout).toContain("did you mean");
    expect(stdout).toMatch(/1 error/);
  });

  it("takes a configuration that is named for one, and not for a tool", async () => {
    const named = createWorkspace();
    named.write("toolgate.toml", "[sandbox]\ndefualt = 'workspace'\n");
    const { code, stdout } = await named.run(["validate", "toolgate.toml"]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/toolgate\.toml:2:1 error unknown-key[^]*`default`\?[^]*1 error/),
    ]);
  });

  it("cancels a running call from another process, and on SIGINT, leaving no process behind", async () => {
    const first = workspace.start(["call", "slow", "--json"]);
    const id = await eventually(async () => (await workspace.run(["calls", "list"])).stdout.split("\t")[0] ?? "");
    expect((await workspace.run(["calls", "cancel", id])).code).toBe(0);
    const ended = await first.ended;
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ status: "failed", error: { code: "CANCELLED" } });

    const second = workspace.start(["call", "slow", "--json"]);
    await eventually(async () => (await workspace.run(["calls", "list"])).stdout);
    second.child.kill("SIGINT");
    expect(JSON.parse((await second.ended).stdout)).toMatchObject({ error: { code: "CANCELLED" } });
    expect((await workspace.run(["calls", "list"])).stdout).toBe("");
    expect((await workspace.run(["doctor"])).stdout).toMatch(/^ok\tprocesses/m);
  });

  it("hands on the text of hostile output alone, and never prints it raw in a report", async () => {
    const piped = await workspace.run(["call", "paint"]);
    expect(piped.stdout).toBe("red\n");
    expect((await workspace.run(["call", "\u001b[2Jx"])).stderr).not.toContain("\u001b");
    expect((await workspace.run(["audit", "list"])).stdout).not.toContain("\u001b");
  });
});

describe("toolgate doctor", () => {
  it("passes in a fresh workspace, and names what is wrong", async () => {
    const workspace = createWorkspace();
    await workspace.run(["init"]);
    const good = await workspace.run(["doctor"]);
    expect(good.stdout).not.toMatch(/^fail/m);
    workspace.write("tools/broken.toml", "name = ");
    await workspace.run(["trust", "--yes"]);
    const bad = await workspace.run(["doctor"]);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^fail\ttools\t1 mistake/m);
    expect(existsSync(path.join(workspace.folder, ".toolgate"))).toBe(false);
  });

  it("finds programs exactly where calls do", async () => {
    const workspace = createWorkspace();
    const tool = (name: string, binary: string): void =>
      workspace.write(
        `tools/${name}.toml`,
        `name = "${name}"\ndescription = "x"\nkind = "command"\nbinary = "${binary}"\nargs = []\neffect = "read"\n`,
      );
    workspace.write("toolgate.toml", "");
    workspace.write("bin/planted", "#!/bin/sh\necho planted\n", 0o755);
    workspace.write("bin/plain", "echo no interpreter\n", 0o755);
    workspace.write("bin/data", "no program\n");
    workspace.env["PATH"] = `${path.join(workspace.folder, "bin")}:${workspace.env["PATH"] ?? ""}`;
    tool("planted", "planted");
    tool("plain", "./bin/plain");
    tool("data", "./bin/data");
    tool("good", "id");
    await workspace.run(["trust", "--yes"]);
    const { stdout } = await workspace.run(["doctor"]);
    expect(stdout).toMatch(/^warn\ttools\t`planted` of planted is not where calls look/m);
    expect(stdout).toMatch(/^warn\ttools\t`\.\/bin\/plain` of plain is a text file without/m);
    expect(stdout).toMatch(/^warn\ttools\t`\.\/bin\/data` of data may not be executed/m);
    expect(stdout).not.toContain("of good");
    expect((await workspace.run(["call", "planted"])).stderr).toContain("PROGRAM_NOT_FOUND");
    expect((await workspace.run(["call", "plain"])).stderr).toContain("PROGRAM_NOT_EXECUTABLE");
    expect((await workspace.run(["call", "data"])).stderr).toContain("PROGRAM_NOT_EXECUTABLE");
  });
});

/** Asks again until there is an answer; the test's own time limit ends it otherwise. */
async function eventually(ask: () => Promise<string>): Promise<string> {
  for (;;) {
    const answer = (await ask()).trim();
    if (answer !== "") return answer;
  }
}
