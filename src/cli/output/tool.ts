import { showSandbox } from "../../analysis/show-sandbox.ts";
import { toShape } from "../../analysis/to-shape.ts";
import { toInputSchema } from "../../manifest/to-input-schema.ts";
import { toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Effect, Tool } from "../../model/tool.ts";
import type { GroupListing } from "../../registry/groups/list-groups.ts";
import { escapeLine } from "./text/escape.ts";
import { renderFields } from "./fields.ts";
import { renderDuration } from "../../text/render-duration.ts";
import type { Colors, Screen } from "./screen.ts";
import { renderTable } from "./table.ts";

/** Why a tool is shown to an agent or is not. */
export type ToolState = "on" | "off" | "denied" | "not run here";

/** One line a tool. */
export function renderTools(tools: readonly Tool[], stateOf: (tool: Tool) => ToolState, screen: Screen): string {
  if (tools.length === 0) return "";
  return renderTable(
    [
      { title: "name", value: (tool: Tool) => tool.name },
      {
        title: "effect",
        value: (tool) => tool.effect,
        style: (text, tool, colors) => paintEffect(text, tool.effect, colors),
      },
      { title: "state", value: stateOf },
      { title: "layer", value: (tool) => tool.origin.layer },
      { title: "description", value: (tool) => tool.description, shrinks: true },
    ],
    tools,
    screen,
  );
}

/** One line a group. */
export function renderGroups(groups: readonly GroupListing[], screen: Screen): string {
  return renderTable(
    [
      { title: "group", value: ({ name }: GroupListing) => name },
      { title: "tools", value: ({ tools }) => tools.join(" ") || "-", wraps: true },
    ],
    groups,
    screen,
  );
}

function paintEffect(text: string, effect: Effect, colors: Colors): string {
  const paint = { read: colors.green, edit: colors.yellow, write: colors.yellow, destructive: colors.red }[effect];
  return paint(text);
}

/** Everything about one tool. */
export function renderTool(tool: Tool, screen: Screen): string {
  const { origin, limits } = tool;
  const head = renderFields(
    [
      ["name", tool.name],
      ["does", tool.description || null],
      ["effect", tool.effect],
      ...toShape(tool).map((line, index) => [index === 0 ? "runs" : "", line] as const),
      ["asks", tool.humanApproval ? "a human, before every call" : null],
      ["state", tool.enabled ? null : "off"],
      ["rules match", tool.specifier?.text ?? null],
      ["environment", tool.environment.join(" ") || null],
      ["sealed", tool.sealedEnvironment?.names.join(" ") ?? null],
      ["secrets", renderSecrets(tool)],
      ["output", renderOutput(tool)],
      ["confined", showSandbox(tool.sandbox).join("; ") || null],
      [
        "limit",
        `${renderDuration(limits.timeoutMs)}, ${limits.maxStdoutBytes} + ${limits.maxStderrBytes} bytes of output`,
      ],
      ["from", `${origin.layer} layer, ${renderPlace(origin)}`],
      ["definition", tool.definitionHash],
    ],
    screen,
  );
  return `${head}\n${renderParameters(toInputSchema(tool), screen)}`;
}

/** An upstream server is named like a file, and has no lines. */
function renderPlace({ file, line }: Tool["origin"]): string {
  if (file === null) return "code";
  return line === 0 ? file : `${file}:${line}`;
}

function renderSecrets({ secretEnvironment = {} }: Tool): string | null {
  const entries = Object.entries(secretEnvironment).map(([variable, name]) => `${name} as ${variable}`);
  return entries.join(", ") || null;
}

function renderOutput({ output, evidence }: Tool): string | null {
  const { parser, schema } = output;
  const parts = [
    parser === "text" ? "" : parser.startsWith("custom:") ? `read by ${parser.slice(7)}` : `read as ${parser}`,
    schema === null ? "" : "checked against a schema",
    evidence?.capture === true ? "kept in files" : "",
  ];
  return parts.filter((part) => part !== "").join(", ") || null;
}

function renderParameters(schema: JsonObject, screen: Screen): string {
  const properties = Object.entries(toObject(schema["properties"]));
  if (properties.length === 0) return "no parameters\n";
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return renderTable(
    [
      { title: "parameter", value: ([name]: [string, JsonValue | undefined]) => name },
      { title: "type", value: ([, value]) => describeType(toObject(value)) },
      { title: "required", value: ([name]) => (required.includes(name) ? "yes" : "no") },
      { title: "description", value: ([, value]) => describeText(toObject(value)), wraps: true },
    ],
    properties,
    screen,
  );
}

function describeType(property: JsonObject): string {
  const choices = property["enum"];
  if (Array.isArray(choices)) return choices.map((choice) => escapeLine(String(choice))).join("|");
  const type = property["type"];
  return typeof type === "string" ? type : Array.isArray(type) ? type.join("|") : "any";
}

function describeText(property: JsonObject): string {
  const text = typeof property["description"] === "string" ? property["description"] : "";
  const preset = property["default"];
  return preset === undefined ? text : `${text} (default ${JSON.stringify(preset)})`.trim();
}
