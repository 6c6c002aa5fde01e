import type { Texts } from "../table-schema.ts";

export const CUSTOM_TEXTS: Texts = {
  name: "What agents call: 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit.",
  description: "What a model reads to know when to use the tool.",
  parameters: "JSON Schema of the arguments. Without it the tool takes none.",
  command: "What runs, without a shell; {{.name}} is a place for a value.",
  working_dir: "The folder that the programs start in; may begin with $SESSION_DIR. Default: the workspace.",
  timeout_seconds: "Time for everything that the command starts. Default: 60.",
  enabled: "false switches the tool off. Default: true.",
  agent_id: "The one agent that has the tool; only where the tool is kept in the database.",
  env: "Values never stand here: give them when the tool is created.",
  title: "A name for people.",
  group: "Groups tools for people and for rules.",
  effect: "What running it can do. Default: write.",
  human_approval: "Ask a human before every call, whatever allows it. Default: false.",
  overrides: "May replace a tool of the same name in a lower layer. Default: false.",
  environment: "Names of the variables that the programs may see.",
  output_schema: "JSON Schema that the output, read as JSON, must fit.",
  stdin: "What the program reads from standard input; {{.name}} is a place for a value.",
  secrets: "Variables of the programs whose values are secrets: variable and name of the secret.",
  sandbox: "How far the programs are confined.",
};

export const AGENT_TOOL_TEXTS: Texts = {
  name: "What agents call: 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit.",
  description: "What a model reads to know when to use the tool.",
  params: "JSON Schema of the arguments. Without it the tool takes none.",
  sideEffect: "Whether a call changes something. Default: false, which only a trusted connection may say.",
  specifierTemplate: "What rules are matched with: text with {argument} in it.",
  kind: "What the application does with a call. Default: agentTool.",
};

export const AGENT_COMMAND_TEXTS: Texts = {
  id: "The name of the command, and of the tool.",
  title: "A name for people.",
  agent: "How a model sees the command; without it, not at all.",
};

export const COMMAND_AGENT_TEXTS: Texts = {
  description: "What a model reads to know when to use the command.",
  params: "JSON Schema of the arguments. Without it the command takes none.",
  sideEffect: "Whether a call changes something. Default: false.",
};

export const CREDENTIALED_TEXTS: Texts = {
  binary_name: "The program, as it is called on the command line.",
  binary_path: "Where it is. Default: where the name is found.",
  description: "What a model reads to know when to use the tool.",
  encrypted_env: "Names of the variables that hold the credential. Their values are sealed when the tool is created.",
  deny_args: "Patterns, as RE2, of arguments that are refused.",
  deny_verbose: "Patterns, as RE2, of options that are refused because they would show the credential.",
  timeout_seconds: "Time for one call. Default: that of the preset, else 30.",
  tips: "Added to the description for models.",
  agent_id: "The one agent that has the tool; only where the tool is kept in the database.",
  enabled: "false switches the tool off. Default: true.",
  name: "What agents call. Default: the name of the program.",
  preset: "A list of denied arguments that Toolgate ships.",
  human_approval: "Ask a human before every call, whatever allows it. Default: false.",
  overrides: "May replace a tool of the same name in a lower layer. Default: false.",
};
