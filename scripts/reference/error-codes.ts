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
  ALLOWED_BY_RULE: "An allow rule covers it; of a command line, every command in it is covered or only reads.",
  ALLOWED_READ_ONLY:
    "No rule speaks about it and it only reads: the tool's effect is `read`, or every command of the line does.",
  ALLOWED_BY_MODE: "Nothing speaks about it, and the mode lets it run: `autonomous`, or `acceptEdits` for an edit.",
  ALLOWED_BY_CEDAR: "A Cedar policy permits it.",
  ASK_RULE: "An ask rule speaks about it.",
  ASK_HUMAN_APPROVAL: "The tool has `human_approval = true`.",
  ASK_BY_DEFAULT: "Nothing allows it, and the mode asks about what does more than read.",
  ASK_BREAKER:
    "It would destroy what is dear, work on a disk, run what the network brings, or touch credentials or Toolgate itself.",
  ASK_SHELL:
    "The command line is not understood well enough, has words that only a shell could tell, or needs a real shell.",
  ASK_CEDAR: "Cedar policies permit it once a human has approved it.",
  DENIED_BY_RULE: "A deny rule speaks about it.",
  DENIED_BY_MODE: "The mode is `plan` and it does more than read, or the mode is `dontAsk` and it would have asked.",
  DENIED_BY_PACK: "The deny pack refuses a command of the line.",
  DENIED_BY_CEDAR: "A Cedar policy forbids it, none permits it where one must, or one could not be evaluated.",
  DENIED_HEADLESS: "A human would have to be asked, and `headless = true` says that nobody is there.",
  DENIED_PAUSED: "An operator ran `toolgate pause`.",
  DENIED_NOT_VISIBLE: "The tables under `[policy]`, or the request itself, do not show the tool to this caller.",
  DENIED_BY_GRANT: "The tool is of an upstream server that this agent or person was not granted, or not all of.",
  DENIED_LIMIT: "A limit on calls is used up, or calls are nested too deeply.",
  DENIED_BROKEN: "A part of the policy cannot be read, or a value that rules match is missing.",
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
