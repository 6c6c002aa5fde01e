import { parseManifest } from "../../src/manifest/parse-manifest.ts";
import { toInputSchema } from "../../src/manifest/to-input-schema.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { SCHEMA_DIFFERENCES } from "../../src/params/schema-differences.ts";
import { code, fence, renderTable } from "./markdown.ts";
import { TOOLCLAD_TYPES, WHITELIST_TYPES } from "./parameter-type-texts.ts";
import type { TypeText } from "./parameter-type-texts.ts";

const INTRO = `# Parameter types

What each type takes, what becomes of it, and the JSON Schema that a model is shown. Schema and check accept the same values but
for [the differences listed below](#where-schema-and-check-differ); the check alone decides.

Rules that hold for every type:

- Numbers and booleans may also come as text (\`"5"\`), because some clients send nothing else. \`null\` is a value of the wrong
  type, never "use the default".
- A text has at most 65536 bytes of UTF-8, and no NUL, no line break, no other control character, no bidi, zero-width or
  other invisible character. Only \`text\` may hold a tab.
- A placeholder in a value (\`{{x}}\`, \`{_secret:x}\`) is text like any other; where the characters are allowed, they arrive as they are.
- A value that begins with \`-\` is refused where it would begin an argument, since the program would read it as an option. It is
  fine for numbers, after a literal \`--\`, behind text (\`--name={{v}}\`), and with \`allow_leading_dash = true\`.
- A default is checked like a value that was sent.
- Each parameter reports one problem, and all problems of a call are reported at once. [Codes](error-codes.md#problems-of-arguments)
  lists them.
`;

/** What every type accepts, with the schema that the code gives for the example. */
export function renderParameterTypes(): string {
  return [
    INTRO,
    "## Whitelist tools\n",
    ...WHITELIST_TYPES.map((type) => renderType(type, "whitelist")),
    "## ToolClad tools\n",
    "Targets (`scope_target`, `ip_address`, `cidr`, and `url` with `scope_check`) must be in the scope of the workspace. Without a\nscope file they are refused, unless `[scope] required = false`.\n",
    ...TOOLCLAD_TYPES.map((type) => renderType(type, "toolclad")),
    "## Where schema and check differ\n",
    "A test holds every other value against both.\n",
    renderTable(
      ["Difference", "Types", "Accepts more", "What it is about"],
      SCHEMA_DIFFERENCES.map(({ name, types, wider, what }) => [code(name), types.map(code).join(" "), wider, what]),
    ),
  ].join("\n");
}

function renderType({ name, keys, takes, gives }: TypeText, format: "whitelist" | "toolclad"): string {
  const header = format === "whitelist" ? "[params.value]" : "[args.value]";
  const table = [header, `type = "${name}"`, ...keys].join("\n");
  return [
    `### ${format === "toolclad" ? "ToolClad " : ""}${name}\n`,
    fence("toml", table),
    ...takes.map((line) => `- ${line}`),
    ...gives.map((line) => `- Becomes ${line}`),
    "",
    fence("json", JSON.stringify(readSchema(table, format), null, 2)),
  ].join("\n");
}

function readSchema(table: string, format: "whitelist" | "toolclad"): JsonObject {
  const text = format === "whitelist" ? `${WHITELIST}\n${table}` : `${TOOLCLAD}\n${table}`;
  const { tools, issues } = parseManifest(text, { file: "example.toml", layer: "project", format });
  const [tool] = tools;
  if (tool === undefined || issues.length > 0) throw new Error(`${table}\n${JSON.stringify(issues)}`);
  const { properties } = toInputSchema(tool) as { readonly properties: { readonly value: JsonObject } };
  return properties.value;
}

const WHITELIST = `name = "example"
description = "An example"
kind = "command"
binary = "echo"
args = ["{{value}}"]`;

const TOOLCLAD = `[tool]
name = "example"
description = "An example"
[command]
exec = ["echo", "{value}"]
[output]
format = "text"`;
