import { describe, expect, it } from "vitest";
import type { Caller } from "../../model/caller.ts";
import type { Tool } from "../../model/tool.ts";
import { makeTool } from "../tools.fixture.ts";
import { createDisclosure } from "./create-disclosure.ts";
import type { Disclosure } from "./create-disclosure.ts";
import type { DisclosureConfig } from "./disclosure-config.ts";
import { META_TOOLS } from "./meta-tools.ts";

const CALLER: Caller = { tenant: "local", principal: "p", agent: "a", roles: ["agent"], credential: "c" };
const VIEWER = { caller: CALLER, hints: {}, session: "s" };
const META = Object.values(META_TOOLS).map((name) => makeTool(name));
const OTHERS = ["a.one", "a.two", "b.one", "plain"].map((name) => makeTool(name));
const DEFAULT: DisclosureConfig = { mode: "auto", threshold: 3, core: [], groups: {} };

function create(config: Partial<DisclosureConfig> = {}, visible: readonly Tool[] = [...META, ...OTHERS]): Disclosure {
  return createDisclosure({ ...DEFAULT, ...config }, { list: () => Promise.resolve(visible) });
}

const names = async (list: Promise<readonly Tool[]>): Promise<readonly string[]> =>
  (await list).map(({ name }) => name).sort();

const ALL = ["a.one", "a.two", "b.one", "plain"];
const FIXED = ["call_tool", "list_tool_groups", "search_tools"];
const SESSION = [...FIXED, "load_tools"].sort();

describe("what is listed", () => {
  it.each<{ what: string; config: Partial<DisclosureConfig>; fixed: readonly string[] }>([
    { what: "auto, more than the threshold", config: {}, fixed: FIXED },
    { what: "auto, as many as the threshold", config: { threshold: 4 }, fixed: ALL },
    { what: "all", config: { mode: "all", threshold: 0 }, fixed: ALL },
    { what: "search, however few", config: { mode: "search", threshold: 100 }, fixed: FIXED },
    { what: "a core tool", config: { core: ["b.one", "gone"] }, fixed: ["b.one", ...FIXED] },
    { what: "a core group", config: { core: ["group:a"] }, fixed: ["a.one", "a.two", ...FIXED] },
  ])("with $what", async ({ config, fixed }) => {
    expect(await names(create(config).list(VIEWER, undefined))).toEqual(fixed);
    expect(await names(create(config).all(VIEWER))).toEqual(ALL);
  });

  it.each<{ hidden: string; fixed: readonly string[]; session: readonly string[] }>([
    { hidden: "search_tools", fixed: ALL, session: ALL },
    { hidden: "call_tool", fixed: ALL, session: SESSION.filter((name) => name !== "call_tool") },
    { hidden: "load_tools", fixed: FIXED, session: ALL },
    {
      hidden: "list_tool_groups",
      fixed: ["call_tool", "search_tools"],
      session: ["call_tool", "load_tools", "search_tools"],
    },
  ])("is everything where nothing else would lead to it: $hidden is hidden", async ({ hidden, fixed, session }) => {
    const seen = [...META, ...OTHERS].filter(({ name }) => name !== hidden);
    expect(await names(create({}, seen).list(VIEWER, undefined))).toEqual(fixed);
    expect(await names(create({}, seen).list(VIEWER, "s"))).toEqual(session);
  });
});

describe("a followed session", () => {
  it("grows with what it loads, says so once, and forgets when nobody follows it", async () => {
    const disclosure = create();
    let grown = 0;
    const first = disclosure.follow("s", () => (grown += 1));
    const second = disclosure.follow("s", () => undefined);
    await disclosure.load(VIEWER, ["b", "nothing"]);
    await disclosure.load(VIEWER, ["b"]);
    expect(grown).toBe(1);
    expect(disclosure.loaded("s")).toEqual(["b"]);
    expect(await names(disclosure.list(VIEWER, "s"))).toEqual(["b.one", ...SESSION]);
    expect(await names(disclosure.list(VIEWER, undefined))).toEqual(FIXED);
    first();
    expect(disclosure.loaded("s")).toEqual(["b"]);
    second();
    expect(disclosure.loaded("s")).toEqual([]);
    expect(disclosure.isFollowed("s")).toBe(false);
  });

  it("counts the group of a tool that was called as loaded, but not of one that is listed, hidden or unknown", async () => {
    const disclosure = create({ core: ["b.one"] });
    disclosure.follow("s", () => undefined);
    for (const name of ["b.one", "hidden.one", "search_tools", ""]) await disclosure.called(VIEWER, "s", name);
    expect(disclosure.loaded("s")).toEqual([]);
    await disclosure.called(VIEWER, "s", "a.two");
    expect(disclosure.loaded("s")).toEqual(["a"]);
  });

  it.each([{ mode: "all" as const }, { threshold: 100 }])(
    "remembers nothing where all is listed: %j",
    async (config) => {
      const disclosure = create(config);
      let grown = 0;
      disclosure.follow("s", () => (grown += 1));
      await disclosure.load(VIEWER, ["a"]);
      await disclosure.called(VIEWER, "s", "a.one");
      expect([grown, disclosure.loaded("s")]).toEqual([0, []]);
    },
  );

  it("is not what nobody follows", async () => {
    const disclosure = create();
    await disclosure.load(VIEWER, ["a"]);
    await disclosure.called(VIEWER, "s", "b.one");
    expect(disclosure.loaded("s")).toEqual([]);
  });
});

it("groups tools by server, by what they declare, by their names, and the rest", async () => {
  const tools = [
    makeTool("x.y", { backend: { kind: "mcp", server: "srv", tool: "y" } as Tool["backend"] }),
    makeTool("a.b", { group: "own" }),
    makeTool("c.d"),
    makeTool(".e"),
  ];
  expect([...(await create({}, tools).groups(VIEWER)).keys()]).toEqual(["c", "other", "own", "srv"]);
});
