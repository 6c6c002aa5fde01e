import type { Texts } from "../table-schema.ts";

export const ASSERTION_TEXTS: Texts = {
  name: "What must be so, in a few words.",
  for: "Which tools it is about; without it, all.",
  must: "What must be so for each of them. A list names everything that is permitted.",
};

export const SELECTION_TEXTS: Texts = {
  name: "Names of tools, in which `*` stands for any characters.",
  format: "Formats that the tools are declared in.",
  group: "Groups of tools.",
  effect: "What running the tools can do.",
  risk: "Risk tiers.",
  human_approval: "Whether every call asks a human.",
};

export const REQUIREMENT_TEXTS: Texts = {
  effect: "What running the tool can do.",
  risk: "Its risk tier.",
  human_approval: "Whether every call asks a human.",
  hosts: "Hosts that it may reach, and *.name for every name below one.",
  targets: "Networks and domains that cover every target it may be given.",
  programs: "Programs that it may run; `*` stands for any characters.",
  paths: "Folders that hold every path it may be given, as written in the tools.",
  environment: "Variables that its programs may see.",
  secrets: "Secrets that it may use.",
  tools: "Tools that it may call.",
  spaces: "How much room its parameters leave.",
  decision: "What rules and mode say about a call.",
  output_schema: "Whether its output must fit a schema.",
  no_warnings: "Codes of weak spots that must not be there; `*` for any.",
};
