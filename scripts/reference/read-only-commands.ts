import { analyzeCommand } from "../../src/shell/analyze-command.ts";
import type { CommandRow, ReadOnlyTerms } from "../../src/shell/knowledge/commands/command-row.ts";
import { GIT_COMMANDS } from "../../src/shell/knowledge/commands/git-commands.ts";
import { LOOK_COMMANDS } from "../../src/shell/knowledge/commands/look-commands.ts";
import { SEARCH_COMMANDS } from "../../src/shell/knowledge/commands/search-commands.ts";
import { SERVICE_COMMANDS } from "../../src/shell/knowledge/commands/service-commands.ts";
import { TEXT_COMMANDS } from "../../src/shell/knowledge/commands/text-commands.ts";
import { judgeReadOnly } from "../../src/shell/knowledge/read-only/judge-read-only.ts";
import { toAllowView } from "../../src/shell/views/to-allow-view.ts";
import { code, renderTable } from "./markdown.ts";

const INTRO = `# Commands that only read

A command of a [command line](../guide/command-lines.md) that is on this page, with nothing that its row rules out, runs without a
rule: it changes nothing. Rules still hold: a deny or ask on the command, or on a file that it names, counts as for any other. What
is not on this page is not read-only, and what is not understood is never: an unknown option where a row lists the known ones, a
word that only a shell could tell, a variable before it such as \`GIT_PAGER=x\`.

The program has to be what its name says: a bare name that is found on the person's \`PATH\`, or the path to that same program.
\`./ls\` is not \`ls\`.

- **Not with**: options that make it do more than read. Their beginnings count, too (\`--out\` for \`--output\`).
- **Only with**: no other option than these.
- **\`*\`**: unquoted patterns may stand among its words; whatever file names take their place, it still only reads. Elsewhere a
  file could be named like an option.
`;

const GIT = `Only in the folder of the call or a root of the workspace: git runs what the configuration of another folder says. Before the
subcommand only options that change how it prints, and \`-C\` to the same folder. Not with, for all of them: `;

const VERSIONS = `\`--version\` as the only word is read-only for programs that print it without loading anything of the project: \`node\`, \`npm\`,
\`python3\`, \`git\`, \`docker\`, \`make\` and others that are as well known, with \`-v\`, \`-V\` or \`version\` where that is their way.`;

const EXAMPLES: readonly string[] = [
  "ls -la src",
  "cat *.md",
  "sort *.txt",
  "sort -o out.txt in.txt",
  "find . -name '*.ts' -newer a",
  "find . -name '*.pyc' -delete",
  "sed -n '1,20p' a.txt",
  "sed -i s/a/b/ a.txt",
  "jq .name package.json",
  "jq env",
  "date +%F",
  "date 12312359",
  "git log --oneline -5",
  "git -C ../other status",
  "git branch --list 'fix/*'",
  "git branch new",
  "node --version",
  "env",
  "env node app.js",
  "./ls",
];

/** The table of commands that only read, as it is. */
export function renderReadOnlyCommands(): string {
  const common = findCommon(GIT_COMMANDS);
  return [
    INTRO,
    "## Text\n",
    renderRows(TEXT_COMMANDS),
    "## Files, the machine, the shell\n",
    renderRows(LOOK_COMMANDS),
    VERSIONS,
    "\n## Search\n",
    renderRows(SEARCH_COMMANDS),
    "## git\n",
    `${GIT}${common.map(code).join(" ")}.\n`,
    renderRows(GIT_COMMANDS, common),
    "## Services and package managers\n",
    renderRows(SERVICE_COMMANDS),
    "## Examples\n",
    renderTable(["Command", "Only reads"], EXAMPLES.map(toExample)),
  ].join("\n");
}

/** What a row looks at besides its lists, by its first name. */
const NOTES: Readonly<Record<string, string>> = {
  strings: "no word `@file`: options would come from there",
  xxd: "no `-r` in any spelling",
  cd: "not to `-`; only to a folder inside the workspace",
  printf: "the format is a plain word, so that it cannot be `-v`",
  "test, [": "no `-v`, nothing that would be evaluated",
  sleep: "at most 600 seconds",
  date: "every operand is a `+format`",
  command: "only `-v` and `-V`, which ask",
  ps: "no letter `e`, which prints environments",
  export: "`NAME=VALUE` only, of variables that change nothing but how programs print",
  find: "known tests only: `-exec`, `-delete`, `-fprint` and whatever is not known stop it",
  "sed, gsed": "the script prints, deletes and replaces; no `w`, `r`, `e`",
  jq: "the filter does not read `env`, modules or files",
  "git log": "no `%G` in a format, which starts a program",
  "git shortlog": "no `%G` in a format, which starts a program",
  "git ls-tree": "no format that starts the program for signatures",
  "git branch": "no format that starts the program for signatures",
  "git tag": "no format that starts the program for signatures",
  "git diff": "no path that leads out of the repository",
  "git config": "a name alone, or with `--get` or `--list`",
  "kubectl get": "no secrets, no format from a file",
  "kubectl version": "no secrets, no format from a file",
  "gh pr list": "a `--jq` filter that only filters",
  "npm ls": "plain names of packages",
  "npm view": "plain names of packages",
};

function renderRows(rows: readonly CommandRow[], common: readonly string[] = []): string {
  const known = rows.flatMap((row) => (row.readOnly === undefined ? [] : [{ row, terms: row.readOnly }]));
  return renderTable(
    ["Command", "`*`", "Not with", "Only with", "Besides"],
    known.map(({ row, terms }) => [
      toNames(row).map(code).join(" "),
      terms.globs === true ? "yes" : "",
      listRefused(row, terms)
        .filter((name) => !common.includes(name))
        .map(code)
        .join(" "),
      terms.only === true ? listKnown(row, terms).map(code).join(" ") : "",
      toTerms(row, terms).join("; "),
    ]),
  );
}

function toNames({ names, tool }: CommandRow): readonly string[] {
  return names.split(", ").map((name) => (tool === undefined ? name : `${tool} ${name}`));
}

function listRefused({ writes }: CommandRow, { refused }: ReadOnlyTerms): readonly string[] {
  return [...new Set([...split(refused), ...split(writes)])];
}

function listKnown(row: CommandRow, terms: ReadOnlyTerms): readonly string[] {
  const { flags, values, optional, pairs, reads, lists } = row;
  const refused = listRefused(row, terms);
  const known = [flags, values, optional, pairs, reads, lists].flatMap(split);
  return [...new Set(known)].filter((name) => !refused.includes(name));
}

function toTerms(row: CommandRow, terms: ReadOnlyTerms): readonly string[] {
  const { bare, most, operandsNeed, data, secret, check, only } = terms;
  const own = [row.names, toNames(row)[0] ?? ""].find((name) => Object.hasOwn(NOTES, name)) ?? "";
  return [
    bare === true ? "no option" : "",
    only === true && listKnown(row, terms).length === 0 ? "no option" : "",
    most === 0 ? "no operand" : most === undefined ? "" : `at most ${most} operand`,
    operandsNeed === undefined ? "" : `operands only with ${split(operandsNeed).map(code).join(" or ")}`,
    data === true ? "words may be `$(…)`: it only prints or ignores them" : "",
    check === undefined ? "" : (NOTES[own] ?? "a further look at its words"),
    secret === true ? "what it prints may be secret" : "",
  ].filter((term) => term !== "");
}

/** What all rows that refuse anything refuse. */
function findCommon(rows: readonly CommandRow[]): readonly string[] {
  const lists = rows.flatMap(({ readOnly }) =>
    readOnly?.refused === undefined || readOnly.only === true ? [] : [split(readOnly.refused)],
  );
  return (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
}

function toExample(line: string): readonly string[] {
  const [item] = analyzeCommand(line).items;
  const view = item === undefined ? null : toAllowView(item);
  if (view === null || !view.ok) throw new Error(`this example cannot be judged: ${line}`);
  const verdict = judgeReadOnly(view, { folder: "/w" });
  return [code(line), verdict.readOnly ? "yes" : `no: ${verdict.reason}`];
}

function split(list: string | undefined): readonly string[] {
  return list === undefined || list === "" ? [] : list.split(" ");
}
