import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import type { Caller } from "../../model/caller.ts";
import { HandlerError } from "../../model/handler.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import { makeTool } from "../../registry/tools.fixture.ts";
import { createExtensionsPack } from "./create-extensions-pack.ts";
import type { ListedExtension } from "./loaded-extensions.ts";

const vector = (file: string): Tool => {
  const text = readFileSync(new URL(`../../../test/vectors/manifest/${file}`, import.meta.url), "utf8");
  const [tool] = parseManifest(text, { file: `/work/tools/${file}`, layer: "user" }).tools;
  if (tool === undefined) throw new Error(`no tool in ${file}`);
  return tool;
};

const WHITELIST = vector("whitelist-ok-executing.toml");
const TOOLCLAD = { ...vector("toolclad-executing.clad.toml"), name: "scan" };
const MODULE = makeTool("mod.log", {
  origin: { format: "capability", layer: "user", file: "/elsewhere/m.ts", line: 3, column: 1 },
  backend: {
    kind: "capability",
    module: { sha256: "", index: 0 },
    commands: {
      log: {
        run: { kind: "argv", args: [[{ kind: "text", text: "git" }], [{ kind: "param", name: "id" }]] },
        params: ["id"],
        timeoutMs: 500,
        environment: ["HOME"],
        cwd: null,
        output: "text",
        persistent: false,
      },
    },
    net: ["api.example.com"],
    tools: ["fs.read"],
    exposed: false,
  },
});
const IN_CODE = makeTool("own", {
  origin: { format: "library", layer: "builtin", file: null, line: 0, column: 0 },
  backend: { kind: "handler" },
});
const ALL: readonly ListedExtension[] = [WHITELIST, TOOLCLAD, MODULE, IN_CODE].map((tool) => ({
  tool,
  owner: tool === MODULE ? "agent:writer" : null,
  stale: tool === TOOLCLAD,
}));

const PACK = createExtensionsPack({
  workspace: "/work",
  scope: () => null,
  canRun: ({ backend }) => backend.kind !== "capability",
  everything: () =>
    Promise.resolve({
      tools: ALL,
      issues: [
        {
          severity: "error",
          code: "unknown-key",
          message: "unknown key `x`",
          file: "/work/tools/bad.toml",
          line: 2,
          column: 1,
          endColumn: 2,
          hint: null,
        },
        {
          severity: "warning",
          code: "missing-description",
          message: "no description",
          file: "/elsewhere/m.ts",
          line: 3,
          column: 1,
          endColumn: 2,
          hint: null,
        },
      ],
    }),
  visibleTo: () => Promise.resolve(ALL.slice(0, 1)),
});

const AGENT: Caller = { tenant: "local", principal: "p", agent: "a", roles: ["agent"], credential: "c" };
const ADMIN: Caller = { ...AGENT, roles: ["agent", "admin"] };

async function call(args: JsonObject, caller: Caller = ADMIN): Promise<JsonObject> {
  const [defined] = PACK.tools;
  if (defined === undefined) throw new Error("the pack is empty");
  const context = {
    callId: "1",
    signal: new AbortController().signal,
    session: { id: "s", folder: "/s" },
    caller,
  };
  const given = await defined.handler({ action: "list", include_schema: false, limit: 200, ...args }, context);
  expect(checkSchema(defined.tool.output.schema ?? {}, given as JsonValue)).toEqual([]);
  return given as JsonObject;
}

function namesOf({ files }: JsonObject): readonly (readonly [path: string | null, names: readonly string[]])[] {
  return (files as unknown as { path: string | null; tools: { name: string }[] }[]).map(({ path, tools }) => [
    path,
    tools.map(({ name }) => name),
  ]);
}

describe("toolgate_extensions", () => {
  it("reads", () => expect(PACK.tools[0]?.tool.effect).toBe("read"));

  it("tells an administrator of everything, file by file, and of what did not load", async () => {
    const all = await call({});
    expect(all).toMatchObject({ count: 4, truncated: false, complete: true });
    expect(namesOf(all)).toEqual([
      ["tools/whitelist-ok-executing.toml", ["demo"]],
      ["tools/toolclad-executing.clad.toml", ["scan"]],
      ["/elsewhere/m.ts", ["mod.log"]],
      [null, ["own"]],
    ]);
    expect(all["errors"]).toEqual([{ source: "tools/bad.toml:2:1", code: "unknown-key", error: "unknown key `x`" }]);
    expect(all["warnings"]).toEqual([
      { source: "/elsewhere/m.ts:3:1", code: "missing-description", warning: "no description" },
    ]);
  });

  it("tells an agent of the tools that it may see, and of nothing else", async () => {
    const seen = await call({}, AGENT);
    expect(seen).toMatchObject({ count: 1, complete: false, errors: [], warnings: [] });
    expect(JSON.stringify(seen)).not.toMatch(/scan|mod\.log|bad\.toml/);
  });

  it.each([
    ["demmo", ADMIN, "no tool that is loaded has the name `demmo`: did you mean `demo`?"],
    ["zzz.*", ADMIN, "no tool that is loaded has the name `zzz.*`: `*` stands for any characters"],
    ["scam", AGENT, "no tool that you may see has the name `scam`: `*` stands for any characters"],
  ])("says why nothing is listed for %j", async (name, caller, note) => {
    const seen = await call({ name }, caller);
    expect(seen).toMatchObject({ count: 0, note: expect.stringContaining(note) as string });
    expect(await call({ name: "demo" }, caller)).not.toHaveProperty("note");
  });

  it("tells what a tool can do, with secrets by name", async () => {
    const { files } = await call({ name: "demo" });
    expect(files).toMatchObject([
      {
        tools: [
          {
            format: "whitelist",
            layer: "user",
            effect: "write",
            runsHere: true,
            stale: false,
            exposeAsMcpTool: true,
            timeoutMs: 60_000,
            definitionHash: WHITELIST.definitionHash,
            does: ["jq --arg name {name} .", "standard input: {document}"],
            capabilities: {
              programs: ["jq"],
              hosts: ["api.example.com", "*.example.org", "10.0.0.1"],
              environment: ["API_KEY", "TOOLCLAD_SECRET_TOKEN"],
              secrets: ["my_api_key", "team.token-1"],
              sandbox: [
                "profile isolated",
                "writes out, /srv/out, ~/out, $SESSION_DIR/x",
                "reads ~, $SESSION_DIR",
                "network to api.example.com, *.example.org, 10.0.0.1",
                "512 MiB of memory",
                "32 processes",
                "files of 100 MiB",
                "30 s of processor time",
              ],
            },
          },
        ],
      },
    ]);
    expect(JSON.stringify(files)).not.toContain("inputSchema");
  });

  it("tells of a module which commands, hosts and tools it has, and for whom", async () => {
    const { files } = await call({ name: "mod.*" });
    expect(files).toMatchObject([
      {
        tools: [
          {
            owner: "agent:writer",
            runsHere: false,
            exposeAsMcpTool: false,
            does: ["log: git {id}"],
            allow: { commands: ["log"], net: ["api.example.com"] },
            commands: [{ name: "log", timeoutMs: 500, environment: ["HOME"], persistent: false }],
            capabilities: { tools: ["fs.read"] },
          },
        ],
      },
    ]);
  });

  it("adds schemas when they are asked for", async () => {
    const { files } = await call({ name: "demo", include_schema: true });
    expect(files).toMatchObject([
      {
        tools: [
          { inputSchema: { required: ["name", "document"] }, outputSchema: { required: expect.anything() as unknown } },
        ],
      },
    ]);
  });

  it("says when there is more", async () => {
    expect(await call({ limit: 2 })).toMatchObject({ count: 4, truncated: true });
    expect(await call({ name: "nothing" })).toMatchObject({ count: 0, files: [] });
  });

  it("refuses to reload, for anybody", async () => {
    await expect(call({ action: "reload" })).rejects.toThrow(HandlerError);
    await expect(call({ action: "reload" })).rejects.toThrow("are followed");
  });
});
