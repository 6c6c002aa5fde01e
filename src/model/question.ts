import type { JsonObject } from "./json.ts";

/** What an upstream server wants to know from the person, in the middle of a call. Its words are not Toolgate's. */
export type Question = {
  /** What the server calls it, within one call. @default nothing */ readonly key?: string | undefined;
} & (
  | {
      readonly kind: "form";
      /** Name of the server that asks. */
      readonly server: string;
      readonly message: string;
      /** A flat JSON Schema of an object, as the protocol allows it. */
      readonly schema: JsonObject;
    }
  | {
      readonly kind: "url";
      readonly server: string;
      readonly message: string;
      /** `https:`, or loopback. */
      readonly url: string;
    }
);

export type Answer =
  /** `content` is empty for a URL. */
  { readonly action: "accept"; readonly content: JsonObject } | { readonly action: "decline" | "cancel" };

/** Rejects when the call ends before the person has answered. */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<Answer>;
