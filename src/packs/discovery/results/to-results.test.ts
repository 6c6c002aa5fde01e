import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../model/json.ts";
import { makeTool } from "../../../registry/tools.fixture.ts";
import { shrinkSchema } from "./shrink-schema.ts";
import { toResults } from "./to-results.ts";

describe("toResults", () => {
  it("says of each tool what is needed to choose and to call it", () => {
    const schema: JsonSchema = { type: "object", properties: { n: { type: "integer" } } };
    const tool = makeTool("a.b", { title: "B", description: "Does b.", input: { kind: "schema", schema } });
    expect(toResults([tool])).toEqual([
      { name: "a.b", title: "B", description: "Does b.", group: "a", effect: "write", inputSchema: schema },
    ]);
  });

  it("stays below 30,000 characters whatever the tools say, and always names them all", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`member${at}`, { type: "string", description: "d".repeat(300) }]),
    );
    const tools = Array.from({ length: 20 }, (_, at) =>
      makeTool(`huge.${at}`, {
        title: "t".repeat(5_000),
        description: "x".repeat(50_000),
        input: { kind: "schema", schema: { type: "object", properties, required: ["member0"] } },
      }),
    );
    const results = toResults(tools);
    expect(JSON.stringify(results).length).toBeLessThan(30_000);
    expect(results.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(results[0]).toMatchObject({ inputSchemaShortened: true, inputSchema: { required: ["member0"] } });
  });
});

describe("shrinkSchema", () => {
  const described = { type: "string", description: "d".repeat(500), enum: [{ description: "kept" }] } as const;
  const schema: JsonSchema = {
    type: "object",
    description: "x",
    properties: { description: described, title: { type: "string" } },
    required: ["description"],
  };

  it.each<{ limit: number; isWhole: boolean; value: unknown }>([
    { limit: 10_000, isWhole: true, value: schema },
    {
      limit: 300,
      isWhole: false,
      value: {
        type: "object",
        properties: {
          description: { type: "string", enum: [{ description: "kept" }] },
          title: { type: "string" },
        },
        required: ["description"],
      },
    },
    {
      limit: 10,
      isWhole: false,
      value: {
        type: "object",
        properties: { description: { type: "string" }, title: { type: "string" } },
        required: ["description"],
      },
    },
  ])("keeps what fits into $limit characters", ({ limit, isWhole, value }) => {
    expect(shrinkSchema(schema, limit)).toEqual({ value, isWhole });
  });

  it("takes any schema", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 200 }), (given, limit) => {
        expect(JSON.stringify(shrinkSchema(given as JsonSchema, limit).value).length).toBeLessThan(8_000);
      }),
    );
  });
});
