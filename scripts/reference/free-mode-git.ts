import { GIT_OPTIONS } from "../../src/params/free/git/git-options.ts";
import type { Operands, SubcommandRules } from "../../src/params/free/option-table.ts";
import { code, renderTable } from "./markdown.ts";

const INTRO = `# What free mode permits after git

A whitelist tool with \`binary = "git"\` and \`args_mode = "free"\` passes on what this page lists and nothing else. A subcommand
must also be in the tool's \`allowed_subcommands\`. Only forms that read are here: options that write a file, run a program, read a
file that the caller names or leave the repository are missing on purpose. Options must be spelled out; a beginning of a name
(\`--onel\`) or a cluster that is not listed (\`-xyz\`) is refused.

An author may permit more with \`allowed_flags\`, but never what [no author can permit](#what-no-author-can-permit).
`;

const REPOSITORY = `Before git starts, Toolgate reads the repository's own configuration. The call is refused (\`REPOSITORY_REFUSED\`) when the
repository, its objects or an alternate lie outside the workspace roots, when the configuration includes another file or sets
\`core.worktree\`, and when it cannot be read for certain. Add the folder that holds the repository to \`[workspace] roots\` to
use a further work tree or a clone that shares objects.

Settings of the repository that would start a program are overridden through the environment. Beside the list below, each
\`filter.NAME\` that the repository configures gets an empty \`clean\`, \`smudge\` and \`process\`, so \`diff\` and \`status\` compare
files as they are on disk (files of git-lfs show as changed), and \`GIT_CEILING_DIRECTORIES\` keeps git from searching above the
workspace.
`;

const OPERANDS: Readonly<Record<Operands, string>> = {
  none: "nothing but options",
  names: "revisions, objects or names, no paths",
  paths: "paths in the workspace",
  "names-or-paths": "revisions, or paths in the workspace",
  "pattern-then-paths": "a search pattern (unless `-e` gives it), then revisions or paths in the workspace",
};

/** What may follow each subcommand, from the tables that judge calls. */
export function renderFreeModeGit(): string {
  const { subcommands, neverOptions, neverSubcommands, neverInValues, neverOperands, environment } = GIT_OPTIONS;
  const names = Object.keys(subcommands);
  return [
    INTRO,
    `Subcommands: ${names.map((name) => `[${name}](#${toAnchor(name)})`).join(", ")}.\n`,
    ...Object.entries(subcommands).map(([name, rules]) => renderSubcommand(name, rules)),
    "## What no author can permit\n",
    `Options, also abbreviated: ${list(neverOptions)}.\n`,
    `Subcommands: ${list(neverSubcommands)}.\n`,
    `Option values that match ${code(neverInValues.source)}: they start the signature program of the repository.\n`,
    `Operands that match ${code(neverOperands.pattern.source)}, before and after \`--\`: git reads more into them than a path.\n`,
    "## What git is started with\n",
    REPOSITORY,
    renderTable(
      ["Variable", "Value"],
      Object.entries(environment).map(([name, value]) => [code(name), value === "" ? "(empty)" : code(value)]),
    ),
  ].join("\n");
}

function renderSubcommand(name: string, rules: SubcommandRules): string {
  const { flags, joined, valued, trailing, counts, operands, operandsNeed, hardening } = rules;
  const rows: [string, string][] = [
    ["Options without a value", list(flags)],
    ["With a value in the same entry, or without one", list(joined)],
    ["With a value, in the same entry or the next", list(valued)],
    ["With a value where one follows", list(trailing)],
    ["A number as an option (`-5`)", counts ? "yes" : ""],
    ["Besides options", OPERANDS[operands]],
    ["Only beside one of", list(operandsNeed)],
    ["Toolgate adds", list(hardening)],
  ];
  return `## git ${name}\n\n${rows
    .filter(([, what]) => what !== "")
    .map(([title, what]) => `- ${title}: ${what}`)
    .join("\n")}\n`;
}

function list(options: readonly string[]): string {
  return [...new Set(options)].map(code).join(" ");
}

function toAnchor(name: string): string {
  return `git-${name.replaceAll(" ", "-")}`;
}
