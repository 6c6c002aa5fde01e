import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseManifest } from "../manifest/parse-manifest.ts";
import { toInputSchema } from "../manifest/to-input-schema.ts";
import type { JsonObject, JsonValue } from "../model/json.ts";
import type { Tool } from "../model/tool.ts";
import { checkSchema } from "../params/json-schema/check-schema.ts";
import type { GeneratedFile } from "./import-result.ts";
import { convertMcpTools } from "./mcp-tools/convert-mcp-tools.ts";
import { toArgName } from "./naming/to-unique-names.ts";
import { convertOpenApi } from "./openapi/convert-openapi.ts";

/** A schema and a value that it accepts; `null`: no argument can be made of it. */
const property = fc.oneof(
  fc.constant([{ type: "string" }, "some words"] as const),
  fc.constant([{ type: ["string", "null"], format: "date-time" }, "2026-01-02T03:04:05Z"] as const),
  fc.constant([{ type: "string", format: "uri" }, "https://example.com/a?b=c&d=e"] as const),
  fc.constant([{ type: "string", format: "ipv4" }, "192.0.2.1"] as const),
  fc.constant([{ type: "string", pattern: "^[a-z]{2}-\\d+$" }, "ab-12"] as const),
  fc.constant([{ type: "string", pattern: "(?!x)\\p{L}+" }, "word"] as const),
  fc.constant([{ $ref: "#/$defs/short" }, "abc"] as const),
  fc
    .tuple(fc.integer({ min: 2, max: 900 }), fc.integer({ min: 0, max: 200 }))
    .map(([min, more]) => [{ type: "string", minLength: min, maxLength: min + more }, "x".repeat(min)] as const),
  fc
    .tuple(fc.integer(), fc.nat())
    .map(([min, more]) => [{ type: "integer", minimum: min, maximum: min + more, default: min }, min + more] as const),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    .map((value) => [{ type: "number", minimum: value, maximum: value, default: value }, value] as const),
  fc
    .uniqueArray(fc.string({ unit: "binary", maxLength: 6 }), { minLength: 1, maxLength: 5 })
    .map((values) => [{ enum: ["fine", ...values], default: values[0] ?? "" }, "fine"] as const),
  fc
    .string({ unit: "binary" })
    .map((preset) => [{ type: "string", default: preset, description: preset }, "x"] as const),
  fc.constant([{ type: "boolean", default: true }, false] as const),
  fc.constant([{ type: "array", items: {} }, null] as const),
  fc.constant([{}, null] as const),
);
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("{_secret:X}", "{a}", "__proto__", "a\n[tool]"),
);
const properties = fc.uniqueArray(fc.tuple(text, property, fc.boolean()), { maxLength: 8, selector: ([name]) => name });
/** Names that stay apart as arguments, so that each can be found again. */
const apart = fc.uniqueArray(fc.tuple(text, property, fc.boolean()), {
  maxLength: 8,
  selector: ([name]) => toArgName(name).toLowerCase(),
});

type Properties = readonly (readonly [string, readonly [JsonObject, JsonValue], boolean])[];

function toSchema(given: Properties): JsonObject {
  return {
    type: "object",
    $defs: { short: { type: "string", maxLength: 5 } },
    properties: Object.fromEntries(given.map(([name, [schema]]) => [name, schema])),
    required: given.filter(([, , required]) => required).map(([name]) => name),
  };
}

function load({ text: manifest, name }: GeneratedFile): Tool {
  const { tools, issues } = parseManifest(manifest, { file: name, layer: "project" });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(tools).toHaveLength(1);
  return tools[0]!;
}

/** What of a valid value reaches the tool under which name. */
function toArgs(tool: Tool, given: Properties, toName: (arg: string) => string): JsonObject {
  const params = tool.input.kind === "params" ? tool.input.params : [];
  const entries = params.flatMap(({ name }) => {
    const sample = given.find(([original]) => original === toName(name))?.[1][1];
    return sample === undefined || sample === null ? [] : [[name, sample] as const];
  });
  return Object.fromEntries(entries);
}

/** Which name became this argument; `null` where it could be several. */
function findOriginal(arg: string, given: Properties): string | null {
  const fitting = given.filter(([name]) => toArgName(name).toLowerCase() === arg.toLowerCase());
  return fitting.length === 1 ? (fitting[0]?.[0] ?? null) : null;
}

describe("a generated manifest", () => {
  it("of an MCP tool loads, and takes what the tool takes", () => {
    fc.assert(
      fc.property(properties, text, text, (given, description, title) => {
        const tool = { name: "t", title, description, inputSchema: toSchema(given), outputSchema: toSchema(given) };
        const { files, dropped } = convertMcpTools({ tools: [tool] }, "server", "list.json");
        expect(files.length + dropped.length).toBeGreaterThan(0);
        for (const file of files) {
          const loaded = load(file);
          expect(loaded).toMatchObject({ effect: "write", riskTier: "medium", backend: { kind: "mcp", tool: "t" } });
          const { fieldMap } = loaded.backend as { fieldMap: Record<string, string> };
          const args = toArgs(loaded, given, (arg) => (Object.hasOwn(fieldMap, arg) ? (fieldMap[arg] ?? arg) : arg));
          expect(checkSchema(toInputSchema(loaded), args)).toEqual([]);
        }
      }),
    );
  });

  it("of an operation loads, holds no placeholder but its own, and takes what the operation takes", () => {
    const place = fc.constantFrom("query", "header", "body");
    fc.assert(
      fc.property(apart, place, text, text, text, (given, where, id, path, scheme) => {
        const schema = toSchema(given);
        const document = {
          openapi: "3.1.0",
          $defs: schema["$defs"] ?? {},
          info: { title: id },
          servers: [{ url: "https://api.example.com" }],
          security: [{ [scheme]: [] }],
          components: { securitySchemes: { [scheme]: { type: "apiKey", in: "query", name: scheme } } },
          paths: {
            [`/${path}`]: {
              post: {
                operationId: id,
                parameters:
                  where === "body"
                    ? []
                    : given.map(([name, [inner], required]) => ({ name, in: where, required, schema: inner })),
                ...(where === "body" ? { requestBody: { content: { "application/json": { schema } } } } : {}),
                responses: { "200": { content: { "application/json": { schema } } } },
              },
            },
          },
        };
        const options = { server: null, source: "api.json", include: [], exclude: [] };
        for (const file of convertOpenApi(document, options).files) {
          const loaded = load(file);
          const secrets = [...JSON.stringify(loaded.backend).matchAll(/"kind":"secret","name":"([^"]*)"/g)];
          expect(secrets.length).toBeLessThanOrEqual(1);
          for (const [, name] of secrets) expect(name).toMatch(/^API_EXAMPLE_COM__/);
          const params = loaded.input.kind === "params" ? loaded.input.params : [];
          expect(params.length).toBeLessThanOrEqual(given.length);
          const names = new Map(params.map(({ name }) => [name, findOriginal(name, given)]));
          const args = toArgs(loaded, given, (arg) => names.get(arg) ?? "");
          expect(checkSchema(toInputSchema(loaded), args)).toEqual([]);
        }
      }),
    );
  });
});
