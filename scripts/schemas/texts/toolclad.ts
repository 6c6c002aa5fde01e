import type { Texts } from "../table-schema.ts";
import { SHOWN_TEXTS } from "./executing.ts";

export const FILE_TEXTS: Texts = {
  tool: "What the tool is called and how much it can do.",
  args: "What a caller may fill in, one table for each argument.",
  command: "The tool runs a program.",
  output: "How the output is read.",
  http: "The tool sends one HTTP request.",
  mcp: "The tool calls a tool of an upstream MCP server.",
  session: "An interactive program; each of its commands becomes a tool.",
  browser: "A browser; each of its commands becomes a tool.",
};

export const TOOL_TEXTS: Texts = {
  name: "What agents call: 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit.",
  version: "A semantic version such as 1.2.0.",
  binary: "The program that the tool is about, for people.",
  description: "What a model reads to know when to use the tool.",
  mode: "`oneshot`, or what the table [session] or [browser] says anyway.",
  dispatch: "`callback`: the program that embeds Toolgate runs the tool itself. Default: exec.",
  timeout_seconds: "Time for one call. Default: 60.",
  risk_tier: "How much harm a call can do. Default: low.",
  human_approval: "Ask a human before every call, whatever allows it. Default: false.",
  cedar: "What Cedar policies see of a call.",
  evidence: "What is kept of a call beyond its record.",
  sandbox: "How far its programs are confined.",
  title: "A name for people.",
  group: "Groups tools for people and for rules.",
  enabled: "`false` switches the tool off. Default: true.",
  overrides: "May replace a tool of the same name in a lower layer. Default: false.",
  effect: "What running it can do. Default: write for the tiers info and low, destructive for the others.",
  environment: "Names of the variables that the program may see.",
  profile: "`peer` takes what other implementations take. Default: what toolclad.toml says, else strict.",
};

export const CEDAR_TEXTS: Texts = {
  resource: "An entity type such as PenTest::ScanTarget.",
  action: "The action, such as execute_tool.",
};

export const EVIDENCE_TEXTS: Texts = {
  output_dir: "A folder below the one for evidence, such as {evidence_dir}/{scan_id}-nmap.",
  capture: "Keep what the tool printed. Default: true.",
  hash: "How evidence is hashed: sha256.",
  screenshots: "Keep pictures of the pages. Default: false.",
};

export const ARG_TEXTS: Texts = {
  type: "What may be sent: a type of the format, or one that toolclad.toml declares.",
  position: "The order in schemas, 0 first.",
  required: "Must be sent, unless there is a default. Default: false.",
  description: "What a model reads to know what to send.",
  default: "Used when nothing is sent.",
  allow_leading_dash: "A value may begin with `-`. Default: false.",
  sanitize: "Taken for compatibility: the check for shell metacharacters is always on.",
  pattern: "What the text must match, as RE2. It is searched for: write ^…$ around it.",
  allow_empty: "An empty text may be sent. Default: false.",
  min: "The least that may be sent.",
  max: "The most that may be sent.",
  min_float: "The least that may be sent; wins over `min`.",
  max_float: "The most that may be sent; wins over `max`.",
  clamp: "Move a value to the nearer bound instead of refusing it. Default: false.",
  allowed: "What may be sent.",
  schemes: "What a URL may begin with. Default: http and https.",
  scope_check: "The host of the URL must be in scope. Default: false.",
};

export const COMMAND_TEXTS: Texts = {
  exec: "The program and its arguments, one in each entry; `{name}` is a place for a value.",
  template: "The same as one text, which is cut into words before values are put in.",
  executor: "A script that gets the values in variables TOOLCLAD_ARG_NAME, and no arguments.",
  stdin: "What the program reads from standard input, with places for values.",
  secrets: "Variables of the program whose values are secrets: variable = name of the secret.",
  defaults: "Values for placeholders that are no arguments.",
  mappings: "For an argument, which words stand for each of its values.",
  conditionals: "Words that are there only when a condition holds.",
};

export const CONDITIONAL_TEXTS: Texts = {
  when: "Comparisons such as `mode == 'fast'`, joined by `and` and `or`.",
  template: "The words that are added, with places for values.",
};

export const OUTPUT_TEXTS: Texts = {
  format: "How the output is read. Default: text.",
  parser: "`builtin:FORMAT`, or the path of a program that makes JSON of the output.",
  envelope: "`false` passes on what the program gave. Default: true.",
  schema: "A JSON Schema that the results must fit.",
  ...SHOWN_TEXTS,
};

export const HTTP_TEXTS: Texts = {
  method: "Default: GET.",
  url: "Where the request goes; `{name}` is a place for a value. The host is fixed or checked.",
  headers: "Headers; a secret is written {_secret:NAME}.",
  body_template: "The body, with places for values; not of GET and HEAD.",
  success_status: "Codes that mean success. Default: 200 to 299.",
  error_status: "Codes that mean failure.",
};

export const MCP_TEXTS: Texts = {
  server: "A server of [mcp.servers] in toolgate.toml.",
  tool: "The tool as that server calls it.",
  field_map: "What the upstream tool calls our arguments, where it calls them otherwise.",
};

export const PROJECT_TEXTS: Texts = {
  types: "Types of the project, one table for each.",
  toolclad: "Settings for all manifests of this folder.",
};

export const SETTINGS_TEXTS: Texts = {
  profile: "`peer` takes what other implementations take. Default: strict.",
};

export const BASE_TEXT = "The built-in type that is narrowed.";
