import { renderConfigSchema } from "../../src/config/json-schema.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { code, fence, renderTable } from "./markdown.ts";
import { renderExample, toToml } from "./toolgate-toml-examples.ts";

const INTRO = `# toolgate.toml

The nearest \`toolgate.toml\` upward from where you are is the project's; \`--config\` names another one. Your own, for all
projects, is \`toolgate.toml\` in your configuration folder (\`~/.config/toolgate\`, or \`$TOOLGATE_HOME/config\`). Every key is
optional. An unknown key is an error, and with an error in it nothing is served. Editors complete the file with
[the JSON Schema](../../schema/toolgate.schema.json).

What both files say is laid over each other: the project's value wins where it is trusted, lists of rules are joined, and
your own \`deny\` always counts. Of a project that is not trusted only what restricts counts.
[Decide what may run](../guide/decide-what-may-run.md) explains trust.

While Toolgate runs it follows \`[permissions]\`, \`[policy]\`, \`[cedar]\` with its policy files, \`[approvals]\`,
\`limits.rules\`, \`limits.max_depth\` and \`packs.deny_pack\`, unless \`registry.reload\` is \`frozen\`. A file with an error leaves
what held before. An edit of a trusted project restricts at once, and grants what it grants after \`toolgate trust\`. Every
other key is read at the start.
`;

/** Every key with type, default and an example, from the schema that checks the file. */
export function renderToolgateToml(): string {
  const tables = Object.entries(membersOf(renderConfigSchema()));
  return [INTRO, ...tables.flatMap(([name, table]) => renderSections({ name, schema: table, list: false }))].join("\n");
}

interface Section {
  /** Such as `policy.agents.NAME`. */
  readonly name: string;
  readonly schema: JsonObject;
  /** A list of tables: `[[name]]`. */
  readonly list: boolean;
}

/** A table and the tables in it, each with a heading of its own. */
function renderSections(section: Section): readonly string[] {
  const members = Object.entries(membersOf(section.schema));
  const inner = members.map(([key, schema]) => toInner(section.name, key, schema));
  const keys = members.filter((_member, index) => inner[index] === null);
  const own = keys.length === 0 ? [] : [renderSection(section, keys)];
  const mixed = members.flatMap(([key, schema]) => toMixed(section, key, schema) ?? []);
  return [...own, ...[...inner, ...mixed].flatMap((one) => (one === null ? [] : renderSections(one)))];
}

/** The tables of a list that also takes texts; `null` where a list beside it has the same keys and says what they are. */
function toMixed({ name, schema: parent }: Section, key: string, schema: JsonObject): Section | null {
  const kinds = ((schema.items as JsonObject | undefined)?.anyOf ?? []) as readonly JsonObject[];
  const table = kinds.find(({ properties }) => properties !== undefined);
  if (table === undefined) return null;
  const lists = Object.values(membersOf(parent)).map((other) => (other.items ?? {}) as JsonObject);
  const isSaid = lists.some((item) =>
    Object.keys(membersOf(table)).every((each) => Object.hasOwn((item.properties ?? {}) as JsonObject, each)),
  );
  const description = `A table of \`${key}\` in \`[${name}]\`.`;
  return isSaid ? null : { name: `${name}.${key}`, schema: { ...table, description }, list: true };
}

/** A table, one of those by name, or one of a list; `null` for a plain value. */
function toInner(parent: string, key: string, schema: JsonObject): Section | null {
  const name = `${parent}.${key}`;
  const { description = "" } = schema;
  if (schema.properties !== undefined) return { name, schema, list: false };
  const member = schema.additionalProperties as JsonObject | undefined;
  if (member?.properties !== undefined)
    return { name: `${name}.NAME`, schema: { ...member, description }, list: false };
  const item = schema.items as JsonObject | undefined;
  if (item?.properties !== undefined) return { name, schema: { ...item, description }, list: true };
  return null;
}

function renderSection({ name, schema, list }: Section, keys: readonly (readonly [string, JsonObject])[]): string {
  const heading = list ? `[[${name}]]` : `[${name}]`;
  const required = (schema.required ?? []) as readonly string[];
  const rows = keys.map(([key, member]) => [
    code(key),
    describeType(member),
    member.default === undefined ? (required.includes(key) ? "required" : "") : code(toToml(member.default)),
    textOf(member.description),
  ]);
  const example = keys.map(([key, member]) => renderExample(name, key, member));
  return [
    `## ${heading}\n`,
    `${textOf(schema.description)}\n`,
    renderTable(["Key", "Type", "Default", "What it says"], rows),
    fence("toml", [heading, ...example].join("\n")),
  ].join("\n");
}

function describeType(schema: JsonObject): string {
  const { minimum, maximum } = schema;
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((kind) => describeType(kind as JsonObject)).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(JSON.stringify(value))).join(", ");
  if (typeof minimum === "number" && typeof maximum === "number") return `integer, ${minimum} to ${maximum}`;
  if (schema.type === "object")
    return schema.properties === undefined ? `table of ${describeMembers(schema)}` : "table";
  return schema.type === "array" ? `list of ${toPlural(schema.items as JsonObject)}` : textOf(schema.type);
}

function describeMembers(schema: JsonObject): string {
  const member = schema.additionalProperties as JsonObject;
  return member.type === "array" ? "lists of strings" : "strings";
}

function toPlural(item: JsonObject): string {
  if (Array.isArray(item.enum)) return describeType(item);
  return Array.isArray(item.anyOf) ? "strings and tables" : "strings";
}

function membersOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  return schema.properties as Readonly<Record<string, JsonObject>>;
}

function textOf(value: JsonObject[string] | undefined): string {
  if (typeof value === "string") return value;
  throw new Error("expected a text in the schema");
}
