import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import { cleanText } from "../document/clean-text.ts";
import { objectAt, own, textAt, textsAt } from "../document/members.ts";
import type { Dropped, Generated } from "../import-result.ts";
import { renderManifest } from "../render-manifest.ts";
import { toInputs } from "../schema/to-inputs.ts";
import type { CarriedInput, WantedInput } from "../schema/to-inputs.ts";
import { toOutputSchema } from "../schema/to-output-schema.ts";

interface McpTool {
  readonly tool: JsonObject;
  /** As the server calls it. */
  readonly upstream: string;
  readonly name: string;
  readonly server: string;
  /** The document that it comes from. */
  readonly source: string;
}

/** The manifest of one upstream tool, or why there is none. */
export function convertTool({ tool, upstream, name, server, source }: McpTool): Generated {
  const schema = objectAt(tool, "inputSchema");
  const { inputs, dropped, problem } = toInputs(toWanted(schema), upstream, schema);
  const reason = problem ?? findFieldProblem(inputs);
  if (reason !== null) return { files: [], dropped: [{ source: upstream, what: "the tool", reason, hint: BY_HAND }] };
  const { description, title, change } = toShown(tool, upstream);
  const output = toOutput(tool, upstream);
  const text = renderManifest({
    remarks: [`Made by \`toolgate import\` from ${source}: the tool ${upstream} of the MCP server ${server}.`],
    tool: { name, ...title, description, risk_tier: "medium", effect: "write" },
    args: Object.fromEntries(inputs.map(({ arg, table }) => [arg, table])),
    backend: { mcp: { server, tool: upstream, ...toFieldMap(inputs) } },
    output: output.table,
  });
  const said = [...change, ...reportRest(schema, upstream), ...dropped, ...output.dropped];
  const renamed = name.endsWith(`__${upstream}`) ? [] : [toRenamed(upstream, name)];
  return {
    files: [{ name: `${name}.clad.toml`, text, tools: [name], source: upstream }],
    dropped: [...renamed, ...said],
  };
}

const BY_HAND = "describe it in a manifest by hand, or leave it out";

function toWanted(schema: JsonObject): readonly WantedInput<null>[] {
  const required = textsAt(schema, "required");
  const described = Object.entries(objectAt(schema, "properties")).map(([name, member]) => ({
    name,
    description: null,
    schema: member,
    required: required.includes(name),
    place: null,
  }));
  const undescribed = required.filter((name) => !described.some((input) => input.name === name));
  return [
    ...described,
    ...undescribed.map((name) => ({ name, description: null, schema: {}, required: true, place: null })),
  ];
}

/** What a field of the other side cannot be called in a manifest. */
function findFieldProblem(inputs: readonly CarriedInput<null>[]): string | null {
  const bad = inputs.find(
    ({ name }) => name.trim() === "" || name.length > 128 || name === "__proto__" || /\p{C}/u.test(name),
  );
  return bad === undefined ? null : `\`${bad.name}\` cannot be the name of a field`;
}

function toFieldMap(inputs: readonly CarriedInput<null>[]): JsonObject {
  const renamed = inputs.filter(({ name, arg }) => name !== arg);
  return renamed.length === 0 ? {} : { field_map: Object.fromEntries(renamed.map(({ name, arg }) => [arg, name])) };
}

function toShown(
  tool: JsonObject,
  upstream: string,
): { readonly description: string; readonly title: JsonObject; readonly change: readonly Dropped[] } {
  const description = cleanText(textAt(tool, "description") ?? "");
  const title = cleanText(textAt(tool, "title") ?? "");
  const changes = [description, title].flatMap(({ change }) => (change === null ? [] : [change]));
  return {
    description:
      description.text === "" ? `The tool ${upstream}; its server does not say what it does.` : description.text,
    title: title.text === "" || title.text.includes("\n") ? {} : { title: title.text },
    change: changes.map((change) => ({
      source: upstream,
      what: `${change} of its description`,
      reason: "it cannot be seen, but a model reads it",
      hint: "read what it says before an agent does",
    })),
  };
}

function toOutput(
  tool: JsonObject,
  upstream: string,
): { readonly table: JsonObject; readonly dropped: readonly Dropped[] } {
  const given = own(tool, "outputSchema");
  if (!isObject(given)) return { table: { format: "text" }, dropped: [] };
  const schema = toOutputSchema(given, given);
  if (schema.ok) return { table: { format: "json", schema: schema.value }, dropped: [] };
  const dropped = { source: upstream, what: "its output schema", reason: schema.reason, hint: "results go unchecked" };
  return { table: { format: "json" }, dropped: [dropped] };
}

/** Conditions over several arguments, which a list of arguments cannot state. */
const OVER_ALL = ["anyOf", "oneOf", "allOf", "not", "if", "dependentRequired", "dependentSchemas", "patternProperties"];

function reportRest(schema: JsonObject, upstream: string): readonly Dropped[] {
  const found = OVER_ALL.filter((keyword) => own(schema, keyword) !== undefined);
  const open = own(schema, "additionalProperties");
  const reason = "arguments are described one by one; the other side still checks it";
  return [
    ...found.map((keyword) => ({ source: upstream, what: `\`${keyword}\` over its arguments`, reason, hint: null })),
    ...(open === true || isObject(open)
      ? [{ source: upstream, what: "arguments without a name", reason: "only declared ones can be sent", hint: null }]
      : []),
  ];
}

function toRenamed(upstream: string, name: string): Dropped {
  return {
    source: upstream,
    what: "its name",
    reason: `it is not a name here, or another tool has it; the tool is called ${name}`,
    hint: null,
  };
}
