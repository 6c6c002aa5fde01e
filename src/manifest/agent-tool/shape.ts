import { field } from "../toml/fields.ts";

const DESCRIPTION_HINT = "It is all that a model knows of the tool.";

/** A tool as it crosses the wire; `kind` is left out where an application sends its own declarations. */
export const TOOL_SHAPE = {
  name: { ...field.string(), required: true, hint: 'Write `"name": "editor.save"`, for instance.' },
  description: { ...field.string(), required: true, hint: DESCRIPTION_HINT },
  params: field.any(),
  sideEffect: field.boolean(),
  specifierTemplate: field.string(),
  kind: field.oneOf({ values: ["agentTool", "command", "layout"], what: "kind", code: "unknown-kind" }),
} as const;

/** A command of the application that a model may call. */
export const COMMAND_SHAPE = {
  id: { ...field.string(), required: true, hint: null },
  title: field.string(),
  agent: field.table(),
} as const;

export const COMMAND_AGENT_SHAPE = {
  description: { ...field.string(), required: true, hint: DESCRIPTION_HINT },
  params: field.any(),
  sideEffect: field.boolean(),
} as const;
