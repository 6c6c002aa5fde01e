import { renderConfigSchema } from "../../src/config/json-schema.ts";
import type { JsonObject, JsonValue } from "../../src/model/json.ts";
import { code, fence, renderTable } from "./markdown.ts";

const INTRO = `# toolgate.toml

The nearest \`toolgate.toml\` upward from where you are is the project's; \`--config\` names another one. Your own, for all
projects, is \`toolgate.toml\` in your configuration folder (\`~/.config/toolgate\`, or \`$TOOLGATE_HOME/config\`). Every key is
optional. An unknown key is an error, and with an error in it nothing is served. Editors complete the file with
[the JSON Schema](../../schema/toolgate.schema.json).

What both files say is laid over each other: the project's value wins where it is trusted, lists of rules are joined, and
your own \`deny\` always counts. Of a project that is not trusted only what restricts counts.
[Decide what may run](../guide/decide-what-may-run.md) explains trust.
`;

/** Every key with type, default and an example, from the schema that checks the file. */
export function renderToolgateToml(): string {
  const tables = Object.entries(membersOf(renderConfigSchema()));
  return [INTRO, ...tables.map(([name, table]) => renderTableSection(...toNamed(name, table)))].join("\n");
}

/** `[mcp]` only holds tables by name, which all have the same keys. */
function toNamed(name: string, table: JsonObject): [name: string, table: JsonObject] {
  const [[key, inner] = ["", {}], ...others] = Object.entries(membersOf(table));
  if (others.length > 0 || inner.properties !== undefined || typeof inner.additionalProperties !== "object") {
    return [name, table];
  }
  const keys = inner.additionalProperties as JsonObject;
  return [`${name}.${key}.NAME`, { ...keys, description: textOf(inner.description) }];
}

function renderTableSection(name: string, table: JsonObject): string {
  const keys = Object.entries(membersOf(table));
  const rows = keys.map(([key, schema]) => [
    code(key),
    describeType(schema),
    schema.default === undefined ? "" : code(toToml(schema.default)),
    textOf(schema.description),
  ]);
  const example = keys.map(([key, schema]) => `${key} = ${toToml(exampleOf(key, schema))}`);
  return [
    `## [${name}]\n`,
    `${textOf(table.description)}\n`,
    renderTable(["Key", "Type", "Default", "What it says"], rows),
    fence("toml", [`[${name}]`, ...example].join("\n")),
  ].join("\n");
}

/** Where the default says nothing to a reader. */
const EXAMPLES: Readonly<Record<string, JsonValue>> = {
  allow: ["repo.log", "files.*"],
  ask: ["files.archive"],
  deny: ["git"],
  fs_deny: ["./private", "*.key"],
  net: ["api.example.com", "*.example.org"],
  data_folder: "~/toolgate-data",
  transport: "stdio",
  command: "npx",
  args: ["-y", "@modelcontextprotocol/server-everything"],
  env: { GITHUB_TOKEN: "${GITHUB_TOKEN}" },
  cwd: "servers",
  url: "https://mcp.example.com/mcp",
  headers: { Authorization: "Bearer ${EXAMPLE_TOKEN}" },
};

function exampleOf(key: string, schema: JsonObject): JsonValue {
  const example = EXAMPLES[key] ?? schema.default;
  if (example === undefined) throw new Error(`the key ${key} has no default: give it an example here`);
  return example;
}

function describeType(schema: JsonObject): string {
  const { minimum, maximum } = schema;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  if (typeof minimum === "number" && typeof maximum === "number") return `integer, ${minimum} to ${maximum}`;
  if (schema.type === "object") return "table of strings";
  return schema.type === "array" ? "list of strings" : textOf(schema.type);
}

function membersOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  return schema.properties as Readonly<Record<string, JsonObject>>;
}

function toToml(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => toToml(item)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${key} = ${toToml(member ?? null)}`);
  return `{ ${members.join(", ")} }`;
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  throw new Error("expected a text in the schema");
}
