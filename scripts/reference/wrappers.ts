import { PLAIN_WRAPPERS } from "../../src/shell/knowledge/wrappers/plain-wrappers.ts";
import { PROJECT_WRAPPERS } from "../../src/shell/knowledge/wrappers/project-wrappers.ts";
import { SYSTEM_WRAPPERS } from "../../src/shell/knowledge/wrappers/system-wrappers.ts";
import { TRACING_WRAPPERS } from "../../src/shell/knowledge/wrappers/tracing-wrappers.ts";
import type { WrapperRow, WrapperWord } from "../../src/shell/knowledge/wrappers/wrapper-row.ts";
import { SHELLS } from "../../src/shell/knowledge/shells.ts";
import { code, renderTable } from "./markdown.ts";

const INTRO = `# Wrappers

A wrapper is a program that starts another one: \`timeout 5 npm test\` runs \`npm test\`. What Toolgate knows of them decides what
rules on [command lines](../guide/command-lines.md) are about.

- **Deny and ask** look through every wrapper on this page, in any order and at any depth, with options told apart as the program
  itself does: \`sudo -u root env A=1 nice -n 5 rm x\` is \`rm x\`. Where a word could be an option's value or the command, both readings
  count. Text that a shell gets is read as a line of its own.
- **Allow** looks through very few: those whose last column says so. For every other wrapper the rule has to cover the whole command,
  and name the program that it starts: \`shell.exec(npx tsc *)\`.
- **A program that is on no table** may start what its words say. If a deny or ask rule would be about those words, the call asks.
`;

/** The tables that take wrappers apart, as they are. */
export function renderWrappers(): string {
  return [
    INTRO,
    "## Change nothing about the command\n",
    renderRows(PLAIN_WRAPPERS),
    `\`xargs\` adds words that are not known before. An allow rule covers them with a \`*\` at its end.\n`,
    "## Change who runs it, where, or under what limits\n",
    renderRows(SYSTEM_WRAPPERS),
    "## Debuggers, remote shells, containers\n",
    renderRows(TRACING_WRAPPERS),
    "## Packages, projects, and options of ordinary tools\n",
    renderRows(PROJECT_WRAPPERS),
    "## Shells\n",
    `${[...SHELLS].map(code).join(" ")} run the text after \`-c\`, also as \`-lc\` or behind other options, and what a here-document or \`<<<\`
gives them. That text is read as a line, again and again where lines stand in lines. A shell that reads a pipe may run anything.\n`,
    "## find and fd\n",
    `Every command behind \`-exec\`, \`-execdir\`, \`-ok\` and \`-okdir\` of \`find\`, and behind \`-x\`, \`-X\`, \`--exec\` and
\`--exec-batch\` of \`fd\`, is judged by itself.\n`,
  ].join("\n");
}

function renderRows(rows: readonly WrapperRow[]): string {
  return renderTable(
    ["Program", "Starts", "Options with a command in them", "Allow looks through"],
    rows.map((row) => [list(row.names, ", "), renderStart(row), renderOptions(row), renderAllow(row)]),
  );
}

const BEFORE: Readonly<Record<WrapperWord, string>> = {
  duration: "a duration",
  assignments: "`NAME=VALUE`",
  any: "one word",
  maybe: "perhaps one word",
  dashes: "anything up to `--`",
};

function renderStart({ starts = "words", before = [], end, packages }: WrapperRow): string {
  const what = {
    words: packages === true ? "a package's program, as the words say" : "the words that follow",
    joined: "the words that follow, as a line for a shell",
    each: "each word, as a line for a shell",
    nothing: "only what options say",
  }[starts];
  const skipped = before.length === 0 ? "" : `, after ${before.map((word) => BEFORE[word]).join(" and ")}`;
  return `${what}${skipped}${end === undefined ? "" : `, up to ${code(end)}`}`;
}

function renderOptions({ lines, settings, splits }: WrapperRow): string {
  return [
    list(lines),
    list(settings) === "" ? "" : `${list(settings)} as \`NAME=LINE\``,
    list(splits) === "" ? "" : `${list(splits)}, split into the first words`,
  ]
    .filter((part) => part !== "")
    .join("; ");
}

function renderAllow({ allow, queries }: WrapperRow): string {
  if (allow === undefined) return "never";
  const except = [list(allow.except), list(queries)].filter((part) => part !== "").join(" ");
  if (allow.options === "none") return "without any option";
  return except === "" ? "yes" : `yes, but not with ${except}`;
}

function list(names: string | undefined, between = " "): string {
  return names === undefined ? "" : names.split(between).map(code).join(" ");
}
