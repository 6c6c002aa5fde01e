import { expect, it } from "vitest";
import { parseManifest } from "./parse-manifest.ts";
import { toInputSchema } from "./to-input-schema.ts";

const start = 'name = "a"\ndescription = "x"\nkind = "command"\nbinary = "git"\n';

function toSchema(rest: string): unknown {
  const [tool] = parseManifest(start + rest, { file: "a.toml", layer: "user" }).tools;
  return tool === undefined ? undefined : toInputSchema(tool);
}

it("describes parameters", () => {
  const rest = 'args = ["{{n}}"]\n[params.n]\ntype = "int"\nmin = 1\nmax = 5\ndescription = "How many"';
  expect(toSchema(rest)).toMatchObject({
    type: "object",
    properties: { n: { type: "integer", minimum: 1, maximum: 5, description: "How many" } },
    required: ["n"],
    additionalProperties: false,
  });
});

it("describes the free argument list with what is permitted", () => {
  const rest = 'args_mode = "free"\nallowed_subcommands = ["log", "status"]\nallowed_flags = ["log --stat"]';
  expect(toSchema(rest)).toMatchObject({
    properties: { args: { type: "array", items: { type: "string" }, minItems: 1 } },
    required: ["args"],
    additionalProperties: false,
  });
  expect(JSON.stringify(toSchema(rest))).toContain("log, status");
  expect(JSON.stringify(toSchema(rest))).toContain("log --stat");
});

it("passes a given schema on as it is", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  expect(toInputSchema({ input: { kind: "schema", schema } })).toBe(schema);
});
