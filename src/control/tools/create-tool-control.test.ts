import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditRecord } from "../../audit/audit-log.ts";
import type { SaveToolRequest, ToolChange } from "../../call/runtime.ts";
import { toolText } from "../../registry/tool-files.fixture.ts";
import { openEnvironment } from "../../secrets/seal-environment.ts";
import { createToolWorld, OWNER } from "./tool-control.fixture.ts";
import type { ToolWorld } from "./tool-control.fixture.ts";

const EVERYBODY = { kind: "everybody" } as const;

let world: ToolWorld;
beforeEach(async () => {
  world = await createToolWorld();
});
afterEach(() => world.close());

const inFolder = (name: string): string => path.join(world.folder, name);
const served = (name: string): string | undefined => world.registry.snapshot.tools.get(name)?.description;
const records = (): Promise<readonly AuditRecord[]> => world.store.audit.query({ kind: "admin" });

function codeOf(change: ToolChange): string {
  return change.ok ? "ok" : change.code;
}

describe("creating", () => {
  it("writes a file that is served at once, readable by its owner alone, with nothing left beside it", async () => {
    const text = toolText("ffmpeg.trim");
    const change = await world.save(text);
    const file = inFolder("ffmpeg.trim.toml");
    const audience = { kind: "everybody" };
    expect(change).toEqual({ ok: true, name: "ffmpeg.trim", id: null, file, audience, restored: false });
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(world.folder)).toEqual(["ffmpeg.trim.toml"]);
    expect(served("ffmpeg.trim")).toBe("A tool of a test.");
  });

  it("records name and hash before it holds", async () => {
    await world.save(toolText("a"));
    const hash = world.registry.snapshot.tools.get("a")?.definitionHash;
    expect(await records()).toMatchObject([
      {
        status: "tool.create",
        caller: OWNER,
        data: { name: "a", definitions: [{ name: "a", definitionHash: hash }], file: inFolder("a.toml") },
      },
    ]);
  });

  it("changes nothing when it cannot be recorded", async () => {
    const agent = { ...OWNER, roles: ["agent"] as const };
    await expect(world.save(toolText("a"), {}, agent)).rejects.toThrow("needs the role `admin`");
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["no TOML", "parse", "name = "],
    ["no name", "validation", 'kind = "command"\nbinary = "true"\n'],
    ["an empty name", "validation", toolText("")],
    ["a hidden file's name", "validation", toolText(".hidden")],
    ["a path as a name", "validation", toolText("../boom")],
    [
      "an empty list of subcommands",
      "validation",
      'name = "g"\nkind = "command"\nbinary = "git"\nargs_mode = "free"\nallowed_subcommands = []\n',
    ],
    ["an unknown API", "validation", 'name = "g"\nkind = "internal"\napi = "fs.reed"\n'],
    ["a program in whatever project is open", "validation", toolText("a", "", "./run.sh")],
  ])("refuses %s with the code %s, its issues and no file", async (_what, code, text) => {
    const change = await world.save(text);
    expect(codeOf(change)).toBe(code);
    expect(change.ok ? [] : change.issues.length).toBeGreaterThan(0);
    expect(readdirSync(world.folder)).toEqual([]);
    expect(await records()).toEqual([]);
  });

  it("refuses a name that is there, in whatever file, or that another tool has on the wire", async () => {
    writeFileSync(inFolder("other-name.toml"), toolText("a.b"));
    writeFileSync(path.join(world.workspace, "tools/p.toml"), toolText("p"));
    await world.registry.reload();
    expect(codeOf(await world.save(toolText("a.b")))).toBe("name_conflict");
    expect(await world.save(toolText("a_b"))).toMatchObject({
      code: "name_conflict",
      message: expect.stringContaining("a.b") as string,
    });
    expect(await world.save(toolText("p"))).toMatchObject({
      code: "name_conflict",
      message: expect.stringContaining("project layer") as string,
    });
    expect(readdirSync(world.folder)).toEqual(["other-name.toml"]);
  });

  it("never writes over a file that declares something else, or through a link", async () => {
    const victim = world.temp.write("victim", "precious");
    symlinkSync(victim, inFolder("a.toml"));
    writeFileSync(inFolder("b.toml"), toolText("c"));
    expect(codeOf(await world.save(toolText("b")))).toBe("name_conflict");
    expect(readFileSync(inFolder("b.toml"), "utf8")).toBe(toolText("c"));
    expect((await world.save(toolText("a"))).ok).toBe(false);
    expect(readFileSync(victim, "utf8")).toBe("precious");
  });

  it("keeps no values in files, and says nothing of them", async () => {
    const change = await world.save(toolText("a"), { environment: { KEY: "hunter2" } });
    expect(codeOf(change)).toBe("validation");
    expect(JSON.stringify(change)).not.toContain("hunter2");
  });

  it("says what the system said when it may not write", async () => {
    if (process.getuid?.() === 0) return;
    chmodSync(world.folder, 0o500);
    const change = await world.save(toolText("a"));
    chmodSync(world.folder, 0o700);
    expect(change).toMatchObject({ code: "io", message: expect.stringContaining("may not write") as string });
    expect(await records()).toEqual([]);
  });

  it.each(["config", "config/tools"])("says so when %s is a file", async (name) => {
    const folder = path.join(world.temp.path, name);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    expect(codeOf(await world.save(toolText("a")))).toBe("io");
    expect(await records()).toEqual([]);
  });

  it("makes the folder, for its owner alone", async () => {
    rmSync(world.folder, { recursive: true });
    expect((await world.save(toolText("a"))).ok).toBe(true);
    expect(lstatSync(world.folder).mode & 0o777).toBe(0o700);
  });
});

describe("updating", () => {
  it("rewrites the file that declares the tool, whatever it is called", async () => {
    writeFileSync(inFolder("my tools.toml"), toolText("a"));
    const text = toolText("a", 'version = "2"');
    expect(await world.save(text, { expectedName: "a" })).toMatchObject({ ok: true, file: inFolder("my tools.toml") });
    expect(readdirSync(world.folder)).toEqual(["my tools.toml"]);
    expect(readFileSync(inFolder("my tools.toml"), "utf8")).toBe(text);
    expect(await records()).toMatchObject([{ status: "tool.update" }]);
  });

  it("mends a file that cannot be served, or is no TOML any more", async () => {
    writeFileSync(inFolder("x.toml"), toolText("a", "oops = 1"));
    writeFileSync(inFolder("b.toml"), 'name = "b');
    expect(await world.save(toolText("a"), { expectedName: "a" })).toMatchObject({
      ok: true,
      file: inFolder("x.toml"),
    });
    expect(await world.save(toolText("b"), { expectedName: "b" })).toMatchObject({
      ok: true,
      file: inFolder("b.toml"),
    });
  });

  it.each([
    ["another name", "a", toolText("b"), "name_changed"],
    ["what is not there", "zzz", toolText("zzz"), "not_found"],
    ["a built-in tool", "built.in", toolText("built.in"), "invalid_source"],
    ["a tool of the project", "p", toolText("p"), "invalid_source"],
    ["a broken text", "a", "name = ", "parse"],
  ])("refuses %s", async (_what, expectedName, text, code) => {
    writeFileSync(inFolder("a.toml"), toolText("a"));
    writeFileSync(path.join(world.workspace, "tools/p.toml"), toolText("p"));
    await world.registry.reload();
    expect(codeOf(await world.save(text, { expectedName }))).toBe(code);
    expect(readFileSync(inFolder("a.toml"), "utf8")).toBe(toolText("a"));
    expect(await records()).toEqual([]);
  });

  it("writes no link, and does not choose between two files", async () => {
    const elsewhere = world.temp.write("dotfiles/a.toml", toolText("a"));
    symlinkSync(elsewhere, inFolder("a.toml"));
    expect(codeOf(await world.save(toolText("a", 'version = "2"'), { expectedName: "a" }))).toBe("io");
    expect(readFileSync(elsewhere, "utf8")).toBe(toolText("a"));
    writeFileSync(inFolder("b1.toml"), toolText("b"));
    writeFileSync(inFolder("b2.toml"), toolText("b"));
    expect(codeOf(await world.save(toolText("b"), { expectedName: "b" }))).toBe("name_conflict");
  });
});

describe("replacing a built-in tool", () => {
  it("needs consent, and is undone by removing", async () => {
    expect(await world.save(toolText("built.in"))).toMatchObject({
      code: "name_conflict",
      hint: expect.stringContaining("overrides = true") as string,
    });
    expect((await world.save(toolText("built.in", "overrides = true"))).ok).toBe(true);
    expect(served("built.in")).toBe("A tool of a test.");
    expect(await world.control.tools.remove("built.in", EVERYBODY, OWNER)).toMatchObject({ ok: true, restored: true });
    expect(served("built.in")).toBe("Built in");
  });
});

describe("removing", () => {
  it("takes the file away, and says what it was in the audit", async () => {
    writeFileSync(inFolder("x.toml"), toolText("a"));
    await world.registry.reload();
    const hash = world.registry.snapshot.tools.get("a")?.definitionHash;
    expect(await world.control.tools.remove("a", EVERYBODY, OWNER)).toMatchObject({ ok: true, restored: false });
    expect(readdirSync(world.folder)).toEqual([]);
    expect(served("a")).toBeUndefined();
    expect(await records()).toMatchObject([
      { status: "tool.remove", data: { definitions: [{ definitionHash: hash }] } },
    ]);
    expect(codeOf(await world.control.tools.remove("a", EVERYBODY, OWNER))).toBe("not_found");
  });

  it("removes a broken one, and a link without what it leads to", async () => {
    writeFileSync(inFolder("a.toml"), toolText("a", "oops = 1"));
    const elsewhere = world.temp.write("dotfiles/b.toml", toolText("b"));
    symlinkSync(elsewhere, inFolder("b.toml"));
    expect((await world.control.tools.remove("a", EVERYBODY, OWNER)).ok).toBe(true);
    expect((await world.control.tools.remove("b", EVERYBODY, OWNER)).ok).toBe(true);
    expect(readdirSync(world.folder)).toEqual([]);
    expect(readFileSync(elsewhere, "utf8")).toBe(toolText("b"));
  });

  it.each(["built.in", "p"])("leaves %s, which is not managed here", async (name) => {
    writeFileSync(path.join(world.workspace, "tools/p.toml"), toolText("p"));
    await world.registry.reload();
    expect(codeOf(await world.control.tools.remove(name, EVERYBODY, OWNER))).toBe("invalid_source");
    expect(served(name)).toBeDefined();
  });

  it.each(["../config/tools/a", "a.toml", "", "a\u0000", "*"])("finds nothing by %j", async (name) => {
    writeFileSync(inFolder("a.toml"), toolText("a"));
    await world.registry.reload();
    expect(codeOf(await world.control.tools.remove(name, EVERYBODY, OWNER))).toBe("not_found");
    expect(readdirSync(world.folder)).toEqual(["a.toml"]);
  });
});

describe("switching off and on", () => {
  const set = (name: string, enabled: boolean): Promise<ToolChange> =>
    world.control.tools.setEnabled(name, EVERYBODY, enabled, OWNER);

  it("edits the one key, keeps the comments, and is recorded", async () => {
    const text = `# mine\n${toolText("a").replace('"a"', '"a" # the name')}`;
    writeFileSync(inFolder("a.toml"), text);
    await world.registry.reload();
    expect((await set("a", false)).ok).toBe(true);
    expect(readFileSync(inFolder("a.toml"), "utf8")).toBe(
      text.replace("# the name\n", "# the name\nenabled = false\n"),
    );
    expect(world.registry.snapshot.tools.get("a")?.enabled).toBe(false);
    expect((await set("a", true)).ok).toBe(true);
    expect(world.registry.snapshot.tools.get("a")?.enabled).toBe(true);
    expect((await records()).map(({ status }) => status)).toEqual(["tool.disable", "tool.enable"]);
  });

  it("does and records nothing when it is so already", async () => {
    writeFileSync(inFolder("a.toml"), toolText("a"));
    expect((await set("a", true)).ok).toBe(true);
    expect(await records()).toEqual([]);
  });

  it.each([
    ["a", "validation"],
    ["built.in", "invalid_source"],
    ["none", "not_found"],
  ])("refuses %s with %s", async (name, code) => {
    writeFileSync(inFolder("a.toml"), toolText("a", "oops = 1"));
    expect(codeOf(await set(name, false))).toBe(code);
  });
});

describe("tools of a session", () => {
  const now = new Date().toISOString();
  const session = async (id: string, workspace: string): Promise<void> => {
    const folder = path.join(world.temp.path, id);
    mkdirSync(folder);
    const who = { principal: "ada", agent: "claude", kind: "connection" } as const;
    await world.store.sessions.create({ id, ...who, folder, cwd: null, workspace, createdAt: now, lastUsedAt: now });
  };
  const ofSession = { kind: "session", key: "s1" } as const;

  it("are rows with the session's id, never files", async () => {
    await session("s1", world.workspace);
    const change = await world.save(toolText("a"), { audience: ofSession });
    expect(change).toMatchObject({ ok: true, file: null });
    expect(readdirSync(world.folder)).toEqual([]);
    expect(await world.control.tools.listStored()).toMatchObject([
      { name: "a", format: "whitelist", audience: ofSession, workspace: world.workspace, definition: toolText("a") },
    ]);
    expect(codeOf(await world.save(toolText("a"), { audience: ofSession }))).toBe("name_conflict");
    const update = await world.save(toolText("a", 'version = "2"'), { audience: ofSession, expectedName: "a" });
    expect(update.ok && change.ok ? update.id === change.id : false).toBe(true);
  });

  it("need their session, in this workspace", async () => {
    await session("s2", "/elsewhere");
    for (const key of ["none", "s2", ""]) {
      const audience = { kind: "session", key } as const;
      expect(codeOf(await world.save(toolText("a"), { audience })), key).toBe("unknown_session");
    }
  });

  it("replace a tool of everybody only with consent, and give it back", async () => {
    await session("s1", world.workspace);
    writeFileSync(inFolder("a.toml"), toolText("a"));
    await world.registry.reload();
    expect(codeOf(await world.save(toolText("a"), { audience: ofSession }))).toBe("name_conflict");
    expect((await world.save(toolText("a", "overrides = true"), { audience: ofSession })).ok).toBe(true);
    expect(await world.control.tools.remove("a", ofSession, OWNER)).toMatchObject({ ok: true, restored: true });
    expect(readdirSync(world.folder)).toEqual(["a.toml"]);
  });

  it("are switched off in their row", async () => {
    await session("s1", world.workspace);
    await world.save(toolText("a"), { audience: ofSession });
    expect((await world.control.tools.setEnabled("a", ofSession, false, OWNER)).ok).toBe(true);
    expect(await world.control.tools.listStored()).toMatchObject([{ enabled: false, definition: toolText("a") }]);
  });
});

it("a stored tool that was removed can be made again at once", async () => {
  const text = JSON.stringify({ name: "a.b", description: "d", parameters: { type: "object" }, command: "true" });
  const everybody = { kind: "everybody" } as const;
  expect(await world.save(text, { format: "custom" })).toMatchObject({ ok: true });
  expect(await world.save(text, { format: "custom" })).toMatchObject({ ok: false, code: "name_conflict" });
  expect(await world.control.tools.remove("a.b", everybody, OWNER)).toMatchObject({ ok: true });
  expect(await world.save(text, { format: "custom" })).toMatchObject({ ok: true });
});

describe("values of the environment", () => {
  const ofAgent = { kind: "agent", key: "claude" } as const;

  it("are sealed for the tool, kept by an update without new ones, and never told", async () => {
    const values = { API_KEY: "hunter2" };
    const created = await world.save(toolText("a"), { audience: ofAgent, environment: values });
    await world.save(toolText("a", 'version = "2"'), { audience: ofAgent, expectedName: "a" });
    const [row] = await world.control.tools.listStored();
    if (row?.environment == null) throw new Error("nothing is sealed");
    expect(openEnvironment(await world.sealer, row.environment, row)).toEqual({ ok: true, values });
    expect(openEnvironment(await world.sealer, row.environment, { ...row, id: "another" }).ok).toBe(false);
    expect(JSON.stringify([created, await records(), row])).not.toContain("hunter2");
    expect(await records()).toMatchObject([{ data: { environment: ["API_KEY"] } }, {}]);
  });

  it.each(["LD_PRELOAD", "PATH", "A B", "", "TOOLGATE_HOME"])("are refused for %j", async (name) => {
    const change = await world.save(toolText("a"), { audience: ofAgent, environment: { [name]: "hunter2" } });
    expect(codeOf(change)).toBe("validation");
    expect(JSON.stringify(change)).not.toContain("hunter2");
  });
});

describe("custom tools", () => {
  const text = (extra: object = {}): string =>
    JSON.stringify({ name: "dns", description: "Looks a name up", command: "dig +short localhost", ...extra });
  const save = (definition: string, more: Partial<SaveToolRequest> = {}): Promise<ToolChange> =>
    world.save(definition, { format: "custom", ...more });

  it("are rows, for everybody or for the agent that they name", async () => {
    expect(await save(text())).toMatchObject({ ok: true, name: "dns", file: null });
    expect(await save(text({ agent_id: "claude", overrides: true }))).toMatchObject({ ok: true });
    expect(await world.control.tools.listStored()).toMatchObject([
      { format: "custom", audience: EVERYBODY, workspace: null },
      { format: "custom", audience: { kind: "agent", key: "claude" }, workspace: null },
    ]);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it("are not for two agents", async () => {
    const change = await save(text({ agent_id: "claude" }), { audience: { kind: "agent", key: "cursor" } });
    expect(codeOf(change)).toBe("validation");
  });

  it.each([
    ["{", "parse"],
    ["[]", "validation"],
    [text({ env: { KEY: "hunter2" } }), "validation"],
    [text({ command: "dig $(id)" }), "validation"],
    [`[${text()}, ${text({ name: "b" })}]`, "validation"],
  ])("are checked: %s", async (definition, code) => {
    const change = await save(definition);
    expect(codeOf(change)).toBe(code);
    expect(JSON.stringify(change)).not.toContain("hunter2");
    expect(await world.control.tools.listStored()).toEqual([]);
  });

  it("share their names with the files of everybody", async () => {
    await world.save(toolText("dns"));
    expect(codeOf(await save(text()))).toBe("name_conflict");
    expect(codeOf(await save(text(), { expectedName: "dns" }))).toBe("name_conflict");
    await save(text({ name: "other" }));
    expect(codeOf(await world.save(toolText("other")))).toBe("name_conflict");
  });
});
