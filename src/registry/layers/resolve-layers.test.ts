import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAYERS } from "../../model/tool.ts";
import type { Layer, Tool } from "../../model/tool.ts";
import { makeTool } from "../tools.fixture.ts";
import { resolveLayers } from "./resolve-layers.ts";
import type { Definition, Winners } from "./resolve-layers.ts";

const NONE: Winners = new Map();

function define(layer: Layer, name: string, more: Partial<Definition & Tool> & { file?: string } = {}): Definition {
  const { file = `/${layer}/${name}.toml`, stale = false, ...rest } = more;
  const origin = { format: "whitelist", layer, file, line: 1, column: 1 } as const;
  const tool = makeTool(name, { description: "", origin, definitionHash: `sha256:${file}`, ...rest });
  return { tool, stale };
}

function served(definitions: readonly Definition[], before = NONE): Record<string, string | null> {
  const { tools } = resolveLayers(definitions, before);
  return Object.fromEntries([...tools].map(([name, { tool }]) => [name, tool.origin.file]));
}

describe("resolveLayers", () => {
  it("replaces a lower layer with consent", () => {
    const all = [define("builtin", "x"), define("user", "x", { overrides: true })];
    expect(served(all)).toEqual({ x: "/user/x.toml" });
    expect(resolveLayers(all, NONE).issues).toEqual([]);
  });

  it("keeps the lower layer without consent and says so at the higher one", () => {
    const all = [define("user", "x"), define("project", "x")];
    expect(served(all)).toEqual({ x: "/user/x.toml" });
    expect(resolveLayers(all, NONE).issues).toMatchObject([
      {
        code: "needs-overrides",
        file: "/project/x.toml",
        message: expect.stringContaining("/user/x.toml:1") as string,
      },
    ]);
  });

  it("lets a replacement that is switched off hide what it replaces", () => {
    const all = [define("builtin", "x"), define("user", "x", { overrides: true, enabled: false })];
    expect(resolveLayers(all, NONE).tools.get("x")?.tool.enabled).toBe(false);
  });

  it("serves neither of two with one name in a layer and names both places", () => {
    const all = [define("user", "x", { file: "/u/a.toml" }), define("user", "x", { file: "/u/b.toml" })];
    const { tools, issues } = resolveLayers(all, NONE);
    expect(tools.size).toBe(0);
    expect(issues.map(({ code, file }) => [code, file])).toEqual([
      ["duplicate-name", "/u/a.toml"],
      ["duplicate-name", "/u/b.toml"],
    ]);
    expect(issues[0]?.message).toContain("/u/b.toml:1");
  });

  it("serves the lower layer while the higher one contradicts itself", () => {
    const twice = ["/u/a.toml", "/u/b.toml"].map((file) => define("user", "x", { file, overrides: true }));
    expect(served([define("builtin", "x"), ...twice])).toEqual({ x: "/builtin/x.toml" });
  });

  it("keeps what was served when a second file takes its name", () => {
    const first = define("user", "x", { file: "/u/b.toml" });
    const { winners } = resolveLayers([first], NONE);
    const now = resolveLayers(
      [define("user", "x", { file: "/u/a.toml" }), define("user", "x", { file: "/u/b.toml" })],
      winners,
    );
    expect(now.tools.get("x")).toEqual({ tool: first.tool, stale: true });
    expect(now.issues).toHaveLength(2);
  });

  it("stops keeping it when its file no longer claims the name", () => {
    const { winners } = resolveLayers([define("user", "x", { file: "/u/old.toml" })], NONE);
    const now = ["/u/a.toml", "/u/b.toml"].map((file) => define("user", "x", { file }));
    expect(served(now, winners)).toEqual({});
  });

  it("prefers a whole file to the remains of a broken one", () => {
    const all = [define("user", "x", { file: "/u/a.toml", stale: true }), define("user", "x", { file: "/u/b.toml" })];
    expect(served(all)).toEqual({ x: "/u/b.toml" });
    expect(resolveLayers(all, NONE).issues).toEqual([]);
  });

  it("agrees with a naive reading of the rules", () => {
    const definition = fc.record({
      layer: fc.constantFrom(...LAYERS),
      name: fc.constantFrom("a", "b", "c"),
      overrides: fc.boolean(),
      enabled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(definition, { maxLength: 14 }), (specs) => {
        const all = specs.map(({ layer, name, ...rest }, index) => define(layer, name, { ...rest, file: `/${index}` }));
        expect(served(all)).toEqual(oracle(all));
      }),
    );
  });
});

/** For one name at a time: look at the layers from the top; the first that may speak, speaks. */
function oracle(all: readonly Definition[]): Record<string, string | null> {
  const result: Record<string, string | null> = {};
  for (const name of new Set(all.map(({ tool }) => tool.name))) {
    const lone = LAYERS.map((layer) => {
      const here = all.filter(({ tool }) => tool.name === name && tool.origin.layer === layer);
      return here.length === 1 ? here[0]?.tool : undefined;
    }).filter((tool) => tool !== undefined);
    const speaks = lone.findLast((tool, index) => index === 0 || tool.overrides);
    if (speaks !== undefined) result[name] = speaks.origin.file;
  }
  return result;
}
