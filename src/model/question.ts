import type { JsonObject } from "./json.ts";

/** What is wanted of the client, in the middle of a call: of the person at it, of its model, or of what it knows. */
export type Question = {
  /** What the asker calls it, within one call. @default nothing */ readonly key?: string | undefined;
  /** Name of the upstream server whose words these are; `null`: Toolgate's own. */
  readonly server: string | null;
} & (
  | {
      readonly kind: "form";
      readonly message: string;
      /** A flat JSON Schema of an object, as the protocol allows it. */
      readonly schema: JsonObject;
    }
  | {
      readonly kind: "url";
      readonly message: string;
      /** `https:`, or loopback. */
      readonly url: string;
      /** Resolves when the person is done there. @default nobody says */
      readonly completed?: Promise<void> | undefined;
    }
  | {
      /** Have the client's model say something. */
      readonly kind: "sampling";
      /** Parameters of `sampling/createMessage`, checked for their form and size. */
      readonly params: JsonObject;
    }
  /** The folders that the client works in. */
  | { readonly kind: "roots" }
);

export const QUESTION_KINDS: readonly Question["kind"][] = ["form", "url", "sampling", "roots"];

/** What a client is able to answer. */
export interface ClientAbilities extends Readonly<Record<Question["kind"], boolean>> {
  /** Its model may be given tools. */
  readonly samplingTools: boolean;
}

/** Whether a client can answer a question at all. */
export function canAsk(client: ClientAbilities, question: Question): boolean {
  if (question.kind !== "sampling") return client[question.kind];
  const { tools, toolChoice } = question.params;
  return client.sampling && ((tools === undefined && toolChoice === undefined) || client.samplingTools);
}

export type Answer =
  /**
   * `content` is what was filled in, nothing for a URL, the result of `sampling/createMessage`, or that of `roots/list`;
   * checked for its form and size.
   */
  { readonly action: "accept"; readonly content: JsonObject } | { readonly action: "decline" | "cancel" };

/**
 * What stands for the answer to a question that nobody was asked. Upstream servers go on as if it was declined; to Toolgate's
 * own questions only a person says no.
 */
export function notAsked({ server }: Question): Answer {
  return { action: server === null ? "cancel" : "decline" };
}

/** That something was asked, without a word of what was said. */
export interface AskedQuestion {
  readonly kind: Question["kind"];
  readonly server: string | null;
  /** What the asker called it; `null`: nothing. */
  readonly key: string | null;
  /** Of the question as JSON. */
  readonly bytes: number;
  /** `none`: the call ended before one came. */
  readonly answer: Answer["action"] | "none";
  readonly answerBytes: number;
}

/** Rejects when the call ends before there is an answer. */
export type AskClient = (question: Question, signal: AbortSignal) => Promise<Answer>;
