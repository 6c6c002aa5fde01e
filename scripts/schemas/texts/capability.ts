import type { Texts } from "../table-schema.ts";

export const MODULE_TEXTS: Texts = {
  name: "What agents call: 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit.",
  title: "A name for people.",
  description: "What a model reads to know when to use the tool.",
  version: "Part of the definition; nothing compares it.",
  inputSchema: "JSON Schema of the arguments. Without it the tool takes none.",
  outputSchema: "JSON Schema that what the handler returns must fit.",
  annotations: "Hints for clients. They decide nothing but what makes the tool stricter.",
  exposeAsTool: "Whether clients see the tool. Default: false.",
  exposeAsMcpTool: "Another spelling of `exposeAsTool`.",
  timeoutMs: "How long the handler may take. Default: 300000.",
  allow: "What the handler may reach.",
  effect: "What running it can do. Default: write, or destructive when `destructiveHint` says so.",
  humanApproval: "Ask a human before every call, whatever allows it. Default: false.",
  enabled: "`false` switches the tool off. Default: true.",
  overrides: "May replace a tool of the same name in a lower layer. Default: false.",
};

export const ANNOTATION_TEXTS: Texts = {
  title: "A name for people.",
  readOnlyHint: "The author says that it only reads; not believed.",
  destructiveHint: "The author says that it destroys; believed.",
  idempotentHint: "The author says that doing it twice changes nothing more.",
  openWorldHint: "The author says that it reaches beyond this machine.",
};

export const ALLOW_TEXTS: Texts = {
  commands: "Commands by name; `${name}` is a place for a value.",
  exec: "Another spelling of `commands`.",
  net: 'Hosts, `*.example.com` included, or "none". Not said, or empty: any public host.',
  tools: "Names of tools that the handler may call.",
};

export const COMMAND_TEXTS: Texts = {
  run: "A list: program and arguments. A text: a shell line, into which values come as parameters.",
  timeoutMs: "How long the command may take. Default: 120000.",
  timeout_ms: "Another spelling of `timeoutMs`.",
  env: "Names of the variables that the program may see.",
  cwd: "The folder that it starts in. Default: the workspace.",
  output: "What the handler gets of the output. Default: text.",
  persistent: "The command runs until it is stopped. Default: false.",
};
