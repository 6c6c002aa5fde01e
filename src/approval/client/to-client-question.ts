import type { ClientAbilities, Question } from "../../model/question.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { Field } from "../../text/plan-fields.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { listFields } from "../question/list-fields.ts";
import { readQuestion } from "../question/read-question.ts";

/** What the client of a waiting call can be asked with. */
export interface ClientWays {
  readonly client: ClientAbilities | undefined;
  /** Whether a form may let the call run. */
  readonly mayForm: boolean;
  /** The page of this question; `null`: there is none. */
  readonly url: string | null;
}

/** Longer than this nobody reads it in a form; then the answer is given elsewhere. */
const MOST_IN_FORM = 4_000;
/** Of a name or specifier in a sentence: characters. */
const MOST_NAMED = 200;

/**
 * An approval as a question for the person at the client, in Toolgate's own words: a form where one may let the call run,
 * else the way to the page. `null`: the client cannot be asked.
 */
export function toClientQuestion(asked: Approval, { client, mayForm, url }: ClientWays): Question | null {
  // Nobody can have answered under it before it was asked.
  const own = { key: `approval-${asked.id}`, server: null } as const;
  const form = mayForm && client?.form === true ? renderForm(asked) : null;
  if (form !== null) return { ...own, kind: "form", message: form, schema: FORM };
  if (url === null || client?.url !== true) return null;
  return { ...own, kind: "url", message: renderInvitation(asked), url };
}

const FORM = {
  type: "object",
  properties: {
    allow: {
      type: "boolean",
      title: "Let this call run, once",
      description: "Nothing else is allowed by this.",
    },
  },
  required: ["allow"],
} as const;

/** All that would run, or `null`: nobody approves what is not shown. */
function renderForm(asked: Approval): string | null {
  if (readQuestion(asked).cut) return null;
  const { about, runs } = listFields(asked, MOST_IN_FORM);
  // What a tool says of itself is not Toolgate's word.
  const own = about.filter(([name]) => name !== "does");
  const text = ["Toolgate asks: may this call run?", ...[...own, ...runs].flatMap(toLine)].join("\n");
  return text.length <= MOST_IN_FORM ? text : null;
}

function toLine([name, value]: Field): readonly string[] {
  return value === null ? [] : [`${name}: ${escapeControls(value)}`];
}

function renderInvitation(asked: Approval): string {
  const { specifier } = readQuestion(asked);
  const what = specifier === null ? quote(asked.tool) : `${quote(asked.tool)} with ${quote(specifier)}`;
  return (
    `Toolgate: the agent ${quote(asked.agent)} wants to call ${what}. The page shows exactly what would run; it is approved ` +
    "or denied there. To decline here denies the call."
  );
}

/** Ends where the value ends, whatever is in it. */
function quote(text: string): string {
  return `"${showText(text, MOST_NAMED).replaceAll('"', '\\"')}"`;
}
