import type { Texts } from "../table-schema.ts";
import { SHOWN_TEXTS } from "./executing.ts";

export const TOOL_TEXTS: Texts = {
  name: "What agents call: 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit.",
  title: "A name for people.",
  description: "What a model reads to know when to use the tool.",
  version: "Part of the definition; nothing compares it.",
  kind: "`command` runs a program, `internal` calls an API that Toolgate has built in.",
  binary: "The program: a name that is looked for on PATH, or a path.",
  api: "The built-in API that is called.",
  args_mode: "Who writes the arguments: `template` you do, `free` the caller within limits. Default: template.",
  args: "The arguments of the program, one in each entry; `{{name}}` is a place for a value. A list in the list is a group that is left out as a whole when an optional value in it is absent.",
  allowed_subcommands: "Free mode: what the first argument may be.",
  allowed_flags:
    'Free mode: options that are permitted as well; `"--stat"` for all subcommands, `"log --stat"` for one.',
  params: "What a caller may fill in, one table for each parameter.",
  constraints: "Time, folder and amount of output.",
  enabled: "`false` switches the tool off. Default: true.",
  group: "Groups tools for people and for rules.",
  effect: "What running it can do. Default: write, or what the API does.",
  human_approval: "Ask a human before every call, whatever allows it. Default: false.",
  overrides: "May replace a tool of the same name in a lower layer. Default: false.",
  environment: "Names of the variables that the program may see.",
  stdin: "What the program reads from standard input; `{{name}}` is a place for a value.",
  secrets: "Variables of the program whose values are secrets: variable = name of the secret.",
  output: "How standard output is read and shown.",
  sandbox: "How far the program is confined.",
};

export const OUTPUT_TEXTS: Texts = {
  parser: "How standard output is read; what comes out stands in `parsed` beside it. Default: text.",
  schema: "A JSON Schema that `parsed` must fit.",
  ...SHOWN_TEXTS,
};

export const CONSTRAINT_TEXTS: Texts = {
  timeout_seconds: "Time for the program and everything it starts. Default: 60.",
  cwd: "The folder that the program starts in; may begin with $SESSION_DIR. Default: the workspace.",
  max_stdout_bytes: "How much of standard output is kept. Default: 1048576.",
  max_stderr_bytes: "How much of standard error is kept. Default: 1048576.",
};

export const PARAM_TEXTS: Texts = {
  type: "What may be sent.",
  description: "What a model reads to know what to send.",
  optional: "May be left out, and its argument with it. Default: false.",
  default: "Used when nothing is sent.",
  allow_leading_dash: "A value may begin with `-`. Default: false.",
  allowed_prefix: "The folder that the path stays in; may begin with $SESSION_DIR. Default: the workspace.",
  min: "The least that may be sent.",
  max: "The most that may be sent.",
  values: "What may be sent.",
  pattern: "What the text must match, as RE2. It is searched for: write ^…$ around it.",
  multiline: "The text may have any characters and lines; only for `stdin`. Default: false.",
};
