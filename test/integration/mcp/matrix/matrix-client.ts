import type { JsonObject } from "../../../../src/model/json.ts";

/** A client of one revision, whatever it is made of. */
export interface MatrixClient {
  /** What a server asked: the method and its parameters. */
  readonly asked: JsonObject[];
  /** What a question is answered with. */
  answer: JsonObject;
  /** How often it was told that the tools changed. */
  readonly changes: () => number;
  /** The revision that was agreed on. */
  readonly revision: () => string;
  /** A rejection has the `code` of the protocol. */
  request(method: string, params?: JsonObject, around?: Around): Promise<JsonObject>;
  close(): Promise<void>;
}

export interface Around {
  readonly onProgress?: (step: JsonObject) => void;
  readonly signal?: AbortSignal;
}

/** What a person types into every form. */
export const ANSWER: JsonObject = { action: "accept", content: { name: "Ada" } };
