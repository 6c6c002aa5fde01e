import { spawn } from "@lydell/node-pty";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolWorkspace, LAUNCHER } from "./workspace.fixture.ts";
import type { Started, Workspace } from "./workspace.fixture.ts";

const ENTER = "\r";
const DOWN = "\u001b[B";
const CTRL_C = "\u0003";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createToolWorkspace();
});

interface Terminal {
  type(keys: string): void;
  /** Resolves once everything shown so far matches. */
  seen(pattern: RegExp): Promise<void>;
  readonly ended: Promise<{ readonly code: number; readonly text: string }>;
}

/** Runs the launcher in a terminal of its own. */
function openTerminal(args: readonly string[], env: NodeJS.ProcessEnv = {}): Terminal {
  const all = Object.entries({ ...workspace.env, ...env }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const pty = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd: workspace.folder,
    env: Object.fromEntries(all),
    cols: 100,
    rows: 40,
  });
  let text = "";
  const watchers = new Set<() => void>();
  pty.onData((chunk) => {
    text += chunk;
    for (const look of watchers) look();
  });
  const ended = new Promise<{ code: number; text: string }>((resolve) => {
    pty.onExit(({ exitCode }) => resolve({ code: exitCode, text }));
  });
  return {
    type: (keys) => pty.write(keys),
    ended,
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`ended without ${String(pattern)}: ${JSON.stringify(text)}`)));
      }),
  };
}

/** Without the codes for colour and cursor. */
function plain(text: string): string {
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
}

describe("the inline question", () => {
  const ASK = ["call", "ask", "--arg", "text=hello"] as const;

  it("shows what would run, and runs it when the human approves", async () => {
    const terminal = openTerminal(ASK);
    await terminal.seen(/Run this\?[^]*Approve this one call/);
    terminal.type(DOWN);
    await terminal.seen(/●[^\n]*Approve/);
    terminal.type(ENTER);
    const { code, text } = await terminal.ended;
    expect(code).toBe(0);
    expect(text).toMatch(/runs.*printf '%s\\n' hello/);
    expect(text).toMatch(/hello\r\n/);
    expect(text).toContain("✓");
  });

  it("allows from now on what the human chooses, where they choose", async () => {
    const terminal = openTerminal(ASK);
    await terminal.seen(/Always \(1\): every call of ask/);
    terminal.type(DOWN);
    terminal.type(DOWN);
    await terminal.seen(/●[^\n]*Always/);
    terminal.type(ENTER);
    await terminal.seen(/●[^\n]*In this session/);
    terminal.type(DOWN);
    await terminal.seen(/●[^\n]*In this workspace, for 8 hours/);
    terminal.type(ENTER);
    const { code, text } = await terminal.ended;
    expect(code).toBe(0);
    expect(text).toContain("From now on, in this workspace, until in 7h 59m:");
    expect((await workspace.run(ASK)).code).toBe(0);
    const [grant] = (await workspace.json(["grants", "list"])) as { id: string }[];
    expect((await workspace.run(["grants", "revoke", grant?.id ?? ""])).code).toBe(0);
  });

  it("tells the model why not", async () => {
    const terminal = openTerminal(ASK);
    await terminal.seen(/Deny, and tell the model why/);
    for (let down = 0; down < 3; down++) terminal.type(DOWN);
    await terminal.seen(/●[^\n]*tell the model why/);
    terminal.type(ENTER);
    await terminal.seen(/Why not\?/);
    terminal.type("ask the team first");
    terminal.type(ENTER);
    const { code, text } = await terminal.ended;
    expect(code).toBe(3);
    expect(text).toMatch(/APPROVAL_DENIED[^]*ask the team first/);
  });

  it("denies on a bare Enter", async () => {
    const terminal = openTerminal(ASK);
    await terminal.seen(/Run this\?/);
    terminal.type(ENTER);
    const { code, text } = await terminal.ended;
    expect(code).toBe(3);
    expect(text).toContain("APPROVAL_DENIED");
  });

  it("cancels the call on Ctrl-C", async () => {
    const terminal = openTerminal(ASK);
    await terminal.seen(/Run this\?/);
    terminal.type(CTRL_C);
    const { code, text } = await terminal.ended;
    expect(code).toBe(3);
    expect(text).toContain("APPROVAL_CANCELLED");
    expect((await workspace.run(["approvals", "list"])).stdout).toBe("");
  });

  it("goes away when somebody else answers", async () => {
    const terminal = openTerminal(ASK);
    await terminal.seen(/Run this\?/);
    const id = (await workspace.run(["approvals", "list"])).stdout.split("\t")[0] ?? "";
    await workspace.run(["approvals", "approve", id]);
    const { code, text } = await terminal.ended;
    expect(code).toBe(0);
    expect(text).toMatch(/any more[^]*hello\r\n/);
  });

  it("is asked by approvals watch for the calls of others", async () => {
    const watch = openTerminal(["approvals", "watch"]);
    await watch.seen(/no call waits/);
    const call = workspace.run(ASK);
    await watch.seen(/Run this\?/);
    watch.type(DOWN);
    await watch.seen(/●[^\n]*Approve/);
    watch.type(ENTER);
    expect(await call).toMatchObject({ code: 0, stdout: "hello\n" });
    watch.type(CTRL_C);
    expect((await watch.ended).code).toBe(0);
  });
});

describe("a call that the gateway makes", () => {
  let gateway: Started;
  beforeAll(async () => {
    gateway = workspace.start(["serve", "--port", "0", "--json"]);
    await gateway.seen("stdout", /^\{[^]*\n\}\n/);
  });
  afterAll(async () => {
    gateway.child.kill("SIGKILL");
    await gateway.ended;
  });

  it("is asked about here, and its output shown here", async () => {
    const terminal = openTerminal(["call", "ask", "--arg", "text=hello"]);
    await terminal.seen(/Run this\?[^]*Approve this one call/);
    const [{ summary } = {}] = (await workspace.json(["approvals", "list"])) as { summary?: { holder: number } }[];
    expect(summary?.holder).toBe(gateway.child.pid);
    terminal.type(DOWN);
    await terminal.seen(/●[^\n]*Approve/);
    terminal.type(ENTER);
    const { code, text } = await terminal.ended;
    expect(code).toBe(0);
    expect(text).toMatch(/hello\r\n[^]*✓/);
  });

  it("is cancelled by Ctrl-C at the question, and while it runs", async () => {
    const asked = openTerminal(["call", "ask", "--arg", "text=hello"]);
    await asked.seen(/Run this\?/);
    asked.type(CTRL_C);
    expect(await asked.ended).toMatchObject({ code: 3, text: expect.stringContaining("APPROVAL_CANCELLED") as string });
    expect((await workspace.run(["approvals", "list"])).stdout).toBe("");
    const running = openTerminal(["call", "slow"]);
    await running.seen(/⠙/);
    await expect.poll(() => workspace.json(["calls", "list"]), { timeout: 20_000 }).not.toEqual([]);
    running.type(CTRL_C);
    expect(await running.ended).toMatchObject({ code: 1, text: expect.stringContaining("CANCELLED") as string });
    expect(await workspace.json(["calls", "list"])).toEqual([]);
  });
});

describe("a terminal", () => {
  it("shows a spinner with the time while a call runs, and cancels it on Ctrl-C", async () => {
    const terminal = openTerminal(["call", "slow"]);
    await terminal.seen(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏][^]*slow[^]*\d+ms[^]*1\.\ds/);
    terminal.type(CTRL_C);
    const { code, text } = await terminal.ended;
    expect(code).toBe(1);
    expect(text).toContain("CANCELLED");
    expect((await workspace.run(["calls", "list"])).stdout).toBe("");
  });

  it("never lets a tool's output act on it", async () => {
    const { code, text } = await openTerminal(["call", "paint"]).ended;
    expect(code).toBe(0);
    expect(text).toMatch(/red/);
    expect(text).not.toContain("\u001b]0;");
    expect(text).not.toContain("\u001b[31mred");
  });

  it.each([
    ["in colour", [], {}, true],
    ["plain with --no-color", ["--no-color"], {}, false],
    ["plain with NO_COLOR", [], { NO_COLOR: "1" }, false],
    ["plain in a dumb terminal", [], { TERM: "dumb" }, false],
  ] as const)("lists tools aligned, %s", async (_, options, env, isColoured) => {
    const { text } = await openTerminal(["tools", "list", ...options], env).ended;
    expect(text.includes("\u001b[32m")).toBe(isColoured);
    expect(plain(text)).toMatch(
      /^NAME +EFFECT +STATE +LAYER +DESCRIPTION *\r\nask +write +on +project +Test tool ask\./,
    );
  });

  it("asks before it trusts, and takes no for the answer of a bare Enter", async () => {
    workspace.write(
      "tools/extra.toml",
      'name = "extra"\ndescription = "x"\nkind = "command"\nbinary = "id"\nargs = []\n',
    );
    const first = openTerminal(["trust"]);
    await first.seen(/Trust this folder as it is now\?/);
    first.type(ENTER);
    expect((await first.ended).code).toBe(3);
    const second = openTerminal(["trust"]);
    await second.seen(/Trust this folder as it is now\?/);
    second.type("y");
    const { code, text } = await second.ended;
    expect(code).toBe(0);
    expect(text).toMatch(/extra +id +write/);
  });
});
