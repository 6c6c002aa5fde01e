import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_EVENT_BYTES } from "../../../src/hooks/parse-event.ts";
import { toSocketPath } from "../../../src/server/local/socket-path.ts";
import { LAUNCHER, runToolgate } from "../../support/command-line.ts";
import type { Ended } from "../../support/command-line.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import type { TestWorkspace } from "../../support/workspace.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function workspace(config = '[permissions]\ndeny = ["Bash(git push *)"]\n'): TestWorkspace {
  const made = createTestWorkspace({ config });
  ends.push(() => made.remove());
  return made;
}

/** Starts the hook as an agent does: through the line in its settings, or the launcher, with the event on standard input. */
function hook(
  { folder, env }: Pick<TestWorkspace, "folder" | "env">,
  input: string | Uint8Array,
  {
    line,
    args = ["hook", "claude-code"],
    extra = {},
  }: { line?: string; args?: readonly string[]; extra?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...env, ...extra } };
    const child =
      line === undefined
        ? spawn(process.execPath, [LAUNCHER, ...args], options)
        : spawn("/bin/sh", ["-c", line], options);
    const text = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...text }));
    child.stdin.on("error", () => undefined).end(input);
  });
}

async function serve({ folder, env, dataFolder }: TestWorkspace): Promise<ChildProcess> {
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0"], { cwd: folder, env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  ends.push(() => (child.kill("SIGTERM"), ended));
  const socket = toSocketPath(dataFolder, folder)!;
  await until(() => lstatSync(socket, { throwIfNoEntry: false }), "the gateway");
  return child;
}

const bash = (command: string, cwd: string): string =>
  JSON.stringify({ session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd });

function verdictOf({ stdout }: Ended): string {
  const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string } };
  return hookSpecificOutput.permissionDecision;
}

async function auditOf(place: TestWorkspace): Promise<string> {
  const { stdout } = await runToolgate(["audit", "list", "--json"], { cwd: place.folder, env: place.env });
  return stdout;
}

describe("toolgate hook", () => {
  it("gives the same answers with a gateway and without one, and each leaves its story", async () => {
    const place = workspace();
    for (const start of [() => Promise.resolve(null), () => serve(place)]) {
      await start();
      expect(verdictOf(await hook(place, bash("ls -la", place.folder)))).toBe("allow");
      expect(verdictOf(await hook(place, bash("git push origin", place.folder)))).toBe("deny");
      expect(verdictOf(await hook(place, bash("make", place.folder)))).toBe("ask");
      expect(await hook(place, "{}")).toMatchObject({ code: 2, stdout: "" });
    }
    expect((await auditOf(place)).match(/"agent": "claude-code"/g)?.length).toBeGreaterThanOrEqual(6);
  });

  it("asks the gateway of its project, also from a folder further down that has a configuration of its own", async () => {
    const place = workspace();
    await serve(place);
    place.write("evil/toolgate.toml", '[permissions]\nallow = ["Bash(git push *)"]\n');
    const inner = { folder: path.join(place.folder, "evil"), env: place.env };
    const extra = { CLAUDE_PROJECT_DIR: place.folder };
    expect(verdictOf(await hook(inner, bash("git push origin", inner.folder), { extra }))).toBe("deny");
  });

  it("goes back to opening the gate itself when the gateway was killed", async () => {
    const place = workspace();
    const gateway = await serve(place);
    gateway.kill("SIGKILL");
    await new Promise((resolve) => gateway.once("exit", resolve));
    expect(lstatSync(toSocketPath(place.dataFolder, place.folder)!).isSocket()).toBe(true);
    expect(verdictOf(await hook(place, bash("git push origin", place.folder)))).toBe("deny");
  });

  it.each<readonly [string, (place: TestWorkspace) => string | Uint8Array]>([
    ["nothing", () => ""],
    ["two documents", ({ folder }) => bash("ls", folder) + bash("ls", folder)],
    ["bytes that are no text", () => Uint8Array.from([0x7b, 0xff, 0x7d])],
    ["more than an event may have", () => new Uint8Array(MAX_EVENT_BYTES + 1)],
    ["a hundred thousand levels", () => "[".repeat(100_000)],
    ["an unknown event", () => '{"hook_event_name":"Nonsense"}'],
  ])("stops the agent's call on %s, with a gateway and without", async (_what, make) => {
    const place = workspace();
    const without = await hook(place, make(place));
    await serve(place);
    for (const ended of [without, await hook(place, make(place))]) {
      expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^toolgate: .+\n$/) as string });
    }
  });

  it("stops the agent's call when the configuration cannot be read, or somebody else put a socket there", async () => {
    const broken = workspace("not toml");
    expect(await hook(broken, bash("ls", broken.folder))).toMatchObject({ code: 2, stdout: "" });
    const place = workspace();
    mkdirSync(place.dataFolder, { recursive: true, mode: 0o700 });
    symlinkSync("/tmp/elsewhere.sock", toSocketPath(place.dataFolder, place.folder)!);
    const ended = await hook(place, bash("ls", place.folder));
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("is no socket") as string });
  });

  it("takes its options in the short way and in the long one", async () => {
    const place = workspace();
    const elsewhere = workspace();
    const config = path.join(place.folder, "toolgate.toml");
    const event = bash("git push origin", place.folder);
    for (const args of [
      ["hook", "claude-code", "--config", config],
      ["--config", config, "hook", "claude-code"],
    ]) {
      expect(verdictOf(await hook({ folder: elsewhere.folder, env: place.env }, event, { args }))).toBe("deny");
    }
    expect((await hook(place, event, { args: ["hook", "nobody"] })).code).toBe(2);
    expect((await hook(place, event, { args: ["hook", "claude-code", "--nonsense"] })).code).toBe(2);
  });
});

describe("toolgate hook install", () => {
  const install = (place: TestWorkspace, ...args: readonly string[]): Promise<Ended> =>
    runToolgate(["hook", ...args], { cwd: place.folder, env: { ...place.env, HOME: path.join(place.folder, "home") } });

  it("writes nothing without a yes, shows all of it, and takes it out again", async () => {
    const place = workspace();
    const file = path.join(place.folder, ".claude/settings.local.json");
    const shown = await install(place, "install", "claude-code");
    expect([shown.code, shown.stderr.includes("+ ") && shown.stderr.includes(file)]).toEqual([3, true]);
    expect((await install(place, "install", "claude-code", "--print")).code).toBe(0);
    expect(lstatSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect((await install(place, "install", "claude-code", "--yes")).code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect((await install(place, "install", "claude-code", "--yes")).stdout).toContain("nothing to change");
    expect(readFileSync(file, "utf8")).toBe(text);
    expect((await install(place, "uninstall", "claude-code", "--yes")).code).toBe(0);
    expect(readFileSync(file, "utf8")).not.toContain("toolgate");
  });

  it("writes a line that works through a shell as it stands", async () => {
    const place = workspace();
    await install(place, "install", "claude-code", "--yes");
    const settings = JSON.parse(readFileSync(path.join(place.folder, ".claude/settings.local.json"), "utf8")) as {
      hooks: { PreToolUse: { hooks: { command: string }[] }[] };
    };
    const line = settings.hooks.PreToolUse[0]!.hooks[0]!.command;
    const env = { ...place.env };
    delete env["TOOLGATE_HOME"];
    expect(verdictOf(await hook({ folder: place.folder, env }, bash("git push origin", place.folder), { line }))).toBe(
      "deny",
    );
  });

  it("follows a person's link and keeps it, the permissions and the rest; never one out of a project", async () => {
    const place = workspace();
    const dotfiles = place.write("dotfiles/settings.json", '{\n  // mine\n  "model": "x",\n}\n');
    chmodSync(dotfiles, 0o640);
    mkdirSync(path.join(place.folder, "home/.claude"), { recursive: true });
    const link = path.join(place.folder, "home/.claude/settings.json");
    symlinkSync(dotfiles, link);
    expect((await install(place, "install", "claude-code", "--user", "--yes")).code).toBe(0);
    expect(readlinkSync(link)).toBe(dotfiles);
    expect(readFileSync(dotfiles, "utf8")).toContain('  // mine\n  "model": "x",');
    expect(statSync(dotfiles).mode & 0o777).toBe(0o640);

    const outside = workspace();
    symlinkSync(outside.folder, path.join(place.folder, ".cursor"));
    const refused = await install(place, "install", "cursor", "--yes");
    expect([refused.code, refused.stderr.includes("leads out of the project")]).toEqual([1, true]);
    rmSync(path.join(place.folder, ".cursor"));
    writeFileSync(path.join(place.folder, "rc"), "export PATH=/bin\n");
    mkdirSync(path.join(place.folder, ".cursor"));
    symlinkSync("../rc", path.join(place.folder, ".cursor/hooks.json"));
    expect((await install(place, "install", "cursor", "--yes")).code).toBe(1);
    expect(readFileSync(path.join(place.folder, "rc"), "utf8")).toBe("export PATH=/bin\n");
  });

  it("knows every agent's file", async () => {
    const place = workspace();
    for (const [agent, file] of [
      ["codex", ".codex/hooks.json"],
      ["copilot", ".github/hooks/toolgate.json"],
      ["cursor", ".cursor/hooks.json"],
      ["gemini", ".gemini/settings.json"],
      ["windsurf", ".windsurf/hooks.json"],
    ] as const) {
      expect((await install(place, "install", agent, "--yes")).code).toBe(0);
      expect(readFileSync(path.join(place.folder, file), "utf8")).toContain(`hook ${agent}`);
    }
    expect((await install(place, "install", "nobody")).code).toBe(2);
    expect((await install(place, "install", "codex", "--user", "--project")).code).toBe(2);
  });
});
