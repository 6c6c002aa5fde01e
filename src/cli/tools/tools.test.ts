import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Runtime } from "../../call/runtime.ts";
import { createToolWorld } from "../../control/tools/tool-control.fixture.ts";
import type { ToolWorld } from "../../control/tools/tool-control.fixture.ts";
import { toolText } from "../../registry/tool-files.fixture.ts";
import { createKeptScreen } from "../output/screen.fixture.ts";
import { createProgram } from "../program.ts";
import type { Cli } from "../cli.ts";
import { renderJson } from "../cli.ts";
import { deleteTool, restoreTool, switchTool } from "./change-tool.ts";
import { createTool, updateTool } from "./save-tool.ts";

let world: ToolWorld;
let printed = "";
beforeEach(async () => {
  world = await createToolWorld();
  printed = "";
});
afterEach(() => world.close());

/** The command line over the real control plane; everything that it prints is kept. */
function cli(json = false): Cli {
  const kept = createKeptScreen();
  const write = (text: string): void => void (printed += text);
  const screen = { ...kept, write, line: (text = ""): void => write(`${text}\n`) };
  const runtime = { ...world, config: { trust: { kind: "none" } } } as unknown as Runtime;
  return {
    out: screen,
    err: screen,
    input: process.stdin,
    cwd: world.temp.path,
    env: { API_KEY: "hunter2" },
    configPath: undefined,
    json,
    isInteractive: false,
    interruptible: () => new AbortController().signal,
    withRuntime: async (_parts, use) => use(runtime),
    print: (value, render) => void (printed += json ? renderJson(value) : render(screen)),
    note: (text) => (json ? undefined : screen.line(text)),
  };
}

const file = (text: string, name = "given.toml"): string => world.temp.write(name, text);

describe("tools create", () => {
  it("says what was written where", async () => {
    expect(await createTool(cli(), file(toolText("ffmpeg.trim")), {})).toBe(0);
    expect(printed).toBe(`✓ created ffmpeg.trim in ${path.join(world.folder, "ffmpeg.trim.toml")}\n`);
  });

  it("says when it replaces a built-in tool, and gives warnings with their lines", async () => {
    const text = toolText("built.in", "overrides = true").replace(/description.*\n/, "");
    expect(await createTool(cli(), file(text), {})).toBe(0);
    expect(printed).toContain("takes the place of the built-in tool");
    expect(printed).toMatch(/given\.toml:1:1 warning missing-description/);
  });

  it("shows mistakes in the given file, and writes nothing", async () => {
    await expect(createTool(cli(), file(toolText("a", "oops = 1")), {})).rejects.toMatchObject({
      code: "VALIDATION",
      exitCode: 1,
    });
    expect(printed).toMatch(/given\.toml:6:1 error[^]*unknown key `oops`[^]*> 6 \| oops = 1/);
    expect(readdirSync(world.folder)).toEqual([]);
  });

  it("gives mistakes as data with --json", async () => {
    const error = createTool(cli(true), file(toolText("a", "oops = 1")), {});
    await expect(error).rejects.toMatchObject({ details: { issues: [{ code: "unknown-key", line: 6 }] } });
    expect(printed).toBe("");
  });

  it("seals values and prints their names alone", async () => {
    for (const json of [false, true]) {
      await createTool(cli(json), file(toolText(`a${json}`)), { agent: "cursor", env: ["API_KEY"] });
    }
    expect(printed).toContain("for the agent cursor");
    expect(printed).toContain("Sealed: API_KEY.");
    expect(printed).not.toContain("hunter2");
  });

  it.each([
    [{ agent: "a", session: "b" }, "not both"],
    [{ agent: "" }, "is empty"],
  ])("takes no audience like %j", async (options, message) => {
    await expect(async () => createTool(cli(), file(toolText("a")), options)).rejects.toMatchObject({ exitCode: 2 });
    await expect(async () => createTool(cli(), file(toolText("a")), options)).rejects.toThrow(message);
  });
});

describe("tools update, disable, enable, delete, restore", () => {
  it("walk a tool through its life", async () => {
    const place = path.join(world.folder, "a.toml");
    await createTool(cli(), file(toolText("a")), {});
    await updateTool(cli(), "a", file(toolText("a", 'version = "2"')), {});
    expect(readFileSync(place, "utf8")).toContain('version = "2"');
    await switchTool(false)(cli(), "a", {});
    expect(world.registry.snapshot.tools.get("a")?.enabled).toBe(false);
    await switchTool(true)(cli(), "a", {});
    await deleteTool(cli(), "a", {});
    expect(readdirSync(world.folder)).toEqual([]);
    expect(printed.split("\n").map((line) => line.split(" ")[1])).toEqual([
      "created",
      "updated",
      "a",
      "a",
      "removed",
      undefined,
    ]);
  });

  it("name the nearest tool, and do not rename", async () => {
    await createTool(cli(), file(toolText("alpha")), {});
    await expect(deleteTool(cli(), "alhpa", {})).rejects.toThrow("did you mean `alpha`?");
    const renaming = updateTool(cli(), "alpha", file(toolText("beta")), {});
    await expect(renaming).rejects.toMatchObject({ code: "NAME_CHANGED", exitCode: 1 });
  });

  it("restore what was replaced, and nothing else", async () => {
    writeFileSync(path.join(world.folder, "mine.toml"), toolText("mine"));
    await createTool(cli(), file(toolText("built.in", "overrides = true")), {});
    await world.registry.reload();
    printed = "";
    expect(await restoreTool(cli(), "built.in")).toBe(0);
    expect(printed).toContain("is served again");
    for (const name of ["mine", "built.in"]) {
      await expect(restoreTool(cli(), name)).rejects.toMatchObject({ code: "NOTHING_TO_RESTORE" });
    }
    expect(readdirSync(world.folder)).toEqual(["mine.toml"]);
  });
});

it("every command of the group has help with an example", async () => {
  const program = await createProgram(["tools"], () => undefined);
  const tools = program.commands.find((command) => command.name() === "tools");
  const names = tools?.commands.map((command) => command.name());
  expect(names).toEqual([
    "list",
    "groups",
    "show",
    "search",
    "schema",
    "create",
    "update",
    "delete",
    "enable",
    "disable",
    "restore",
  ]);
  for (const command of tools?.commands ?? []) expect(command.description()).not.toBe("");
});
