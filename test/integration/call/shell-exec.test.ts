import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import type { TestGateway } from "../../support/workspace.ts";

const CONFIG = `
[packs]
shell = true
[permissions]
approval_timeout_seconds = 20
allow = [
  "shell.exec(touch *)", "shell.exec(mkdir *)", "shell.exec(sleep *)", "shell.exec(printf *)",
  "shell.exec(false)", "shell.exec(tr *)", "shell.exec(ls *)", "fs.write(/out/**)",
]
deny = ["fs.read(/secret/**)", "fs.read(*.pem)", "shell.exec(curl *)"]
`;

const workspace = createTestWorkspace({ config: CONFIG });
let gateway: TestGateway;

beforeAll(async () => {
  for (const folder of ["sub/deep", "secret", "out"])
    mkdirSync(path.join(workspace.folder, folder), { recursive: true });
  workspace.write("sub/a.txt", "alpha\n");
  workspace.write("sub/b.txt", "beta\n");
  workspace.write("secret/key.txt", "hidden\n");
  process.env["TOOLGATE_TEST_SECRET"] = "do-not-leak";
  gateway = await workspace.open();
});
afterAll(async () => {
  delete process.env["TOOLGATE_TEST_SECRET"];
  await workspace.remove();
});
beforeEach(() => run(`cd ${workspace.folder}`));

function run(command: string, extra: JsonObject = {}): Promise<Outcome> {
  return gateway.call("shell.exec", { command, ...extra });
}

function stdoutOf({ structured }: Outcome): string {
  const stdout = (structured as JsonObject | null)?.["stdout"];
  return typeof stdout === "string" ? stdout : "";
}

describe("a line that is programs joined", () => {
  it.each([
    ["cat sub/a.txt | tr a-z A-Z", "ALPHA\n"],
    ["cat sub/*.txt", "alpha\nbeta\n"],
    ["cat sub/a.txt && cat sub/b.txt", "alpha\nbeta\n"],
    ["false || echo next", "next\n"],
    ["false; echo next", "next\n"],
    ["cd sub && cat a.txt; pwd", "alpha\nFOLDER/sub\n"],
    ["cd sub; cd deep; pwd", "FOLDER/sub/deep\n"],
    ["echo '$HOME' \"a  b\" c\\ d", "$HOME a  b c d\n"],
    ["echo *.none", "*.none\n"],
    ["ls sub 2>/dev/null | head -n 1", "a.txt\n"],
    ["cat missing 2>&1 | wc -l", "1\n"],
  ])("%s", async (line, expected) => {
    const outcome = await run(line);
    expect(outcome.error).toBeNull();
    expect(stdoutOf(outcome)).toBe(expected.replaceAll("FOLDER", workspace.folder));
  });

  it("runs without a shell, each program by its place", async () => {
    const { plan } = await explain("cat sub/a.txt | tr a b");
    expect(plan).toMatchObject({ kind: "script" });
    const argv = JSON.stringify(plan);
    expect(argv).toMatch(/"\/[^"]*\/cat"/);
    expect(argv).not.toContain("bash");
  });

  it("keeps the folder of its last cd for the session, and forgets one that is gone", async () => {
    await run("mkdir -p gone");
    await run("cd gone");
    expect(stdoutOf(await run("pwd"))).toBe(`${workspace.folder}/gone\n`);
    rmSync(path.join(workspace.folder, "gone"), { recursive: true });
    expect(stdoutOf(await run("pwd"))).toBe(`${workspace.folder}\n`);
    expect((await explain("mkdir later && cd later && ls")).plan).toMatchObject({ kind: "command" });
    const missing = await run("cd nowhere && ls");
    expect(missing.error?.code).toBe("WORKING_FOLDER_MISSING");
    expect(stdoutOf(await run("pwd", { working_dir: "sub" }))).toBe(`${workspace.folder}/sub\n`);
  });

  it("writes where a rule on files lets it, and nowhere else", async () => {
    expect((await run("echo x > out/new.txt")).error).toBeNull();
    expect(readFileSync(path.join(workspace.folder, "out/new.txt"), "utf8")).toBe("x\n");
    expect((await explain("echo x > sub/a.txt")).decision?.effect).toBe("ask");
  });

  it("has none of the gateway's secrets", async () => {
    const { plan } = await explain("ls");
    expect(JSON.stringify(plan)).not.toContain("TOOLGATE_TEST_SECRET");
    expect(stdoutOf(await run("printf x | tr x y"))).toBe("y");
  });

  it("ends at its time limit, and with its caller", async () => {
    const aborting = new AbortController();
    const call = gateway.call("shell.exec", { command: "sleep 30 | sleep 30" }, { signal: aborting.signal });
    await until(async () => (await gateway.runtime.control.running.list()).length > 0, "the call to run");
    aborting.abort();
    expect((await call).error?.code).toBe("CANCELLED");
    const slow = await gateway.call("shell.exec", { command: "sleep 30" }, { timeoutMs: 300 });
    expect(slow.error?.code).toBe("TIMEOUT");
  });
});

describe("what a line names", () => {
  it.each([
    "cat secret/key.txt",
    "cat secret/*.txt",
    "cat sec*/key.txt",
    "cat ./sub/../secret/key.txt",
    "cd secret && cat key.txt",
    "cat < secret/key.txt",
    "bash -c 'cat secret/key.txt'",
    "curl http://127.0.0.1/",
    "env curl x",
    "timeout 5 curl x",
  ])("%s is denied", async (line) => {
    const outcome = await run(line);
    expect([outcome.status, outcome.error?.code]).toEqual(["refused", "DENIED"]);
  });

  it("is denied by where a link leads, and by where it leads once it is swapped", async () => {
    symlinkSync("secret/key.txt", path.join(workspace.folder, "link"));
    expect((await run("cat link")).error?.code).toBe("DENIED");
    rmSync(path.join(workspace.folder, "link"));
  });

  it("is denied from every folder that the session goes to, and no allow goes along", async () => {
    workspace.write("top.pem", "key\n");
    await run("cd sub");
    expect((await run("cat ../top.pem")).error?.code).toBe("DENIED");
    expect((await explain("echo x > out/y")).decision?.effect).toBe("ask");
  });

  it("is never an option by its file name", async () => {
    writeFileSync(path.join(workspace.folder, "sub/deep/-la"), "name\n");
    expect(stdoutOf(await run("cd sub/deep; cat *"))).toBe("name\n");
  });

  it.each(["", "   ", "ls\0rm x", "ls &&& rm x"])("%j is refused or asked about, not run", async (line) => {
    const explained = await explain(line);
    expect(explained.decision?.effect ?? "deny").not.toBe("allow");
  });
});

describe("a line for a real shell", () => {
  const LINE = "for n in 1 2; do echo $n$TOOLGATE_TEST_SECRET; done > out/loop.txt";

  it("runs as bash without its files after a yes, once, and never under a lasting rule", async () => {
    const { plan, decision } = await explain(LINE);
    expect(decision).toMatchObject({ effect: "ask", code: "ASK_SHELL" });
    expect(plan).toMatchObject({ kind: "command", line: LINE });
    const call = run(LINE);
    const asked = await until(async () => (await gateway.runtime.control.approvals.listPending()).at(0), "a question");
    expect(asked.summary["suggestions"]).toEqual([]);
    const owner = await gateway.runtime.control.owner();
    const lasting = { what: { rules: [`shell.exec`] }, scope: "user", expiresAt: null } as const;
    const refused = await gateway.runtime.control.answer(asked.id, "approve", owner, null, lasting);
    expect(refused).toMatchObject({ ok: false, code: "GRANT_REFUSED" });
    expect((await gateway.runtime.control.answer(asked.id, "approve", owner, null)).ok).toBe(true);
    expect((await call).error).toBeNull();
    expect(readFileSync(path.join(workspace.folder, "out/loop.txt"), "utf8")).toBe("1\n2\n");
    rmSync(path.join(workspace.folder, "out/loop.txt"));
    expect((await explain(LINE)).decision?.effect).toBe("ask");
  });

  it("does not run when a human says no", async () => {
    const line = "touch out/$((1+1))";
    const call = run(line);
    const asked = await until(async () => (await gateway.runtime.control.approvals.listPending()).at(0), "a question");
    await gateway.runtime.control.answer(asked.id, "deny", await gateway.runtime.control.owner(), "not now");
    const outcome = await call;
    expect(outcome.error).toMatchObject({
      code: "APPROVAL_DENIED",
      message: expect.stringContaining("not now") as string,
    });
    expect(existsSync(path.join(workspace.folder, "out/2"))).toBe(false);
  });
});

async function explain(command: string): Promise<Awaited<ReturnType<TestGateway["runtime"]["explain"]>>> {
  return gateway.runtime.explain({ entry: "library", tool: "shell.exec", args: { command }, caller: gateway.agent });
}
