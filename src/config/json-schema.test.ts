import { readFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/json.ts";
import { listKeys, renderConfigSchema } from "./json-schema.ts";

const COMMITTED = path.resolve(import.meta.dirname, "../../schema/toolgate.schema.json");

describe("the published JSON Schema", () => {
  // `vitest run src/config/json-schema.test.ts -u` writes it anew.
  it("is up to date", async () => {
    const text = await format(JSON.stringify(renderConfigSchema()), { parser: "json", printWidth: 120 });
    await expect(text).toMatchFileSnapshot(COMMITTED);
  });

  it("describes every key and takes no other", () => {
    const tables: [string, JsonObject][] = [["", JSON.parse(readFileSync(COMMITTED, "utf8")) as JsonObject]];
    for (const [where, table] of tables) {
      expect(table.additionalProperties, where).toBe(false);
      for (const [key, value] of Object.entries(table.properties as Record<string, JsonObject>)) {
        expect(value.description, `${where}${key}`).toBeTypeOf("string");
        if (value.type === "array") {
          const item = value.items as JsonObject;
          if (item.type === "object") tables.push([`${where}${key}.`, item]);
        }
        if (value.type !== "object") continue;
        // A table whose keys are names has one description for all that they lead to.
        const isByName = value.properties === undefined;
        const inner = isByName ? (value.additionalProperties as JsonObject) : value;
        if (inner.type === "object") tables.push([`${where}${key}.`, inner]);
      }
    }
    expect(tables).toHaveLength(41);
  });
});

describe("listKeys", () => {
  it.each([
    [[], "permissions"],
    [["permissions"], "approval_timeout_seconds"],
    [["mcp", "servers", "github"], "command"],
    [["permissions", "allow", 3], "specifier"],
    [["permissions", "rules", 0], "effect"],
    [["secrets", "providers", 0], "token_env"],
    [["policy", "agents", "writer", "by_provider", "local"], "allow"],
  ])("knows the keys at %j", (where, key) => {
    expect(listKeys(where)).toContain(key);
  });

  it.each([[["nothing"]], [["permissions", "mode"]], [["server", "port", "x"]]])("knows none at %j", (where) => {
    expect(listKeys(where)).toEqual([]);
  });
});
