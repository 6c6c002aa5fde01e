import type { AppBackend } from "../../model/backend.ts";
import { field, required } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import type { TomlValue } from "../toml/toml-document.ts";

const DESCRIPTION_HINT = "It is all that a model knows of the tool.";

type ToolShape = {
  readonly name: Field<string>;
  readonly description: Field<string>;
  readonly params: Field<TomlValue>;
  readonly sideEffect: Field<boolean>;
  readonly specifierTemplate: Field<string>;
  readonly kind: Field<AppBackend["declared"]>;
};

/** A tool as it crosses the wire; `kind` is left out where an application sends its own declarations. */
export const TOOL_SHAPE: ToolShape = {
  name: required(field.string(), 'Write `"name": "editor.save"`, for instance.'),
  description: required(field.string(), DESCRIPTION_HINT),
  params: field.any(),
  sideEffect: field.boolean(),
  specifierTemplate: field.string(),
  kind: field.oneOf({ values: ["agentTool", "command", "layout"], what: "kind", code: "unknown-kind" }),
};

type CommandShape = {
  readonly id: Field<string>;
  readonly title: Field<string>;
  readonly agent: Field<TableSource>;
};

/** A command of the application that a model may call. */
export const COMMAND_SHAPE: CommandShape = {
  id: required(field.string()),
  title: field.string(),
  agent: field.table(),
};

type CommandAgentShape = Pick<ToolShape, "description" | "params" | "sideEffect">;

export const COMMAND_AGENT_SHAPE: CommandAgentShape = {
  description: required(field.string(), DESCRIPTION_HINT),
  params: field.any(),
  sideEffect: field.boolean(),
};
