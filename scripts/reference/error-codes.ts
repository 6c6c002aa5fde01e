import { readFileSync } from "node:fs";
import type { DecisionCode } from "../../src/model/decision.ts";
import { ERROR_CODES } from "../../src/model/errors.ts";
import { EXIT } from "../../src/cli/exit-codes.ts";
import { code, renderTable } from "./markdown.ts";

const INTRO = `# Codes

A call that does not succeed carries one error:
\`{code, message, hint, details}\`. The message says what was expected and what came; the hint says what to do. Codes are stable;
messages are for people and may get better.

A call that needs a human and cannot wait has no error: its status is \`pending\`, and it names the approval.
`;

/** The compiler sees to it that none is left out. */
const DECISIONS: Readonly<Record<DecisionCode, string>> = {
  ALLOWED_BY_RULE: "An allow rule speaks about the tool.",
  ALLOWED_READ_ONLY: "No rule speaks about it and its effect is `read`.",
  ALLOWED_BY_MODE: "No rule speaks about it and the mode is `autonomous`.",
  ASK_RULE: "An ask rule speaks about the tool.",
  ASK_HUMAN_APPROVAL: "The tool has `human_approval = true`.",
  ASK_BY_DEFAULT: "No rule speaks about it, it does more than read, and the mode is `default`.",
  DENIED_BY_RULE: "A deny rule speaks about the tool.",
  DENIED_BY_MODE: "The mode is `plan` and the tool does more than read.",
  DENIED_HEADLESS: "A human would have to be asked, and `headless = true` says that nobody is there.",
  DENIED_PAUSED: "An operator ran `toolgate pause`.",
};

/** Every code that a caller, a log or a script can meet. */
export function renderErrorCodes(): string {
  return [
    INTRO,
    "## Ends of a call\n",
    renderTable(
      ["Code", "What it means"],
      Object.entries(ERROR_CODES).map(([name, sentence]) => [code(name), sentence]),
    ),
    "## Problems of arguments\n",
    "`INVALID_ARGUMENTS` lists every problem at once in `details.issues`: `{param, code, message}`, one for each parameter.\n",
    renderTable(["Code", "What it means"], readIssueCodes()),
    "## Decisions\n",
    "`toolgate explain` and the audit say why a call was allowed, asked about or denied.\n",
    renderTable(
      ["Code", "When"],
      Object.entries(DECISIONS).map(([name, sentence]) => [code(name), sentence]),
    ),
    "## Exit codes of the command line\n",
    renderTable(
      ["Exit code", "Meaning"],
      Object.entries(EXIT).map(([name, number]) => [String(number), EXITS[name as keyof typeof EXIT]]),
    ),
  ].join("\n");
}

const EXITS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "it worked",
  failed: "it was tried and did not work: the program ended with another status than 0, the audit does not fit, …",
  usage: "the command line was not understood",
  refused: "Toolgate refused it",
  pending: "a human has to answer first",
};

/** The members of `ParamIssueCode` with the comments that explain them: a type has nothing to read at run time. */
function readIssueCodes(): readonly (readonly string[])[] {
  const source = readFileSync(new URL("../../src/model/param.ts", import.meta.url), "utf8");
  const union = source.slice(source.indexOf("export type ParamIssueCode"));
  const members = [...union.matchAll(/\/\*\* (.+?) \*\/\s*\| "(\w+)"/g)];
  const named = [...union.matchAll(/\| "(\w+)"/g)];
  if (members.length === 0 || members.length !== named.length) throw new Error("ParamIssueCode has another form now");
  return members.map(([, sentence = "", name = ""]) => [code(name), sentence]);
}
