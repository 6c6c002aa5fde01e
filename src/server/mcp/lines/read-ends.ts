import type { LineEnds } from "./split-lines.ts";

/** What the ends of a message that was too long to be read say of it. */
export interface LongMessage {
  /** Not known where it stands in the middle, or is longer than anybody's. */
  readonly id: string | number | undefined;
  /** It answers something, so that an error under its id would answer something else. */
  readonly isAnswer: boolean;
}

/** As it is mostly written: version, id, the rest. */
const START = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[\w.:-]{1,64}")\s*,/;
/** The brace that ends a line can only close the message itself. */
const END = /[{,]\s*"id"\s*:\s*(\d{1,15}|"[\w.:-]{1,64}")\s*\}\s*$/;
const ANSWER =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?(?:"id"\s*:\s*(?:\d{1,15}|"[\w.:-]{1,64}")\s*,\s*)?"(?:result|error)"/;

export function readEnds(ends: LineEnds): LongMessage {
  const head = ends.head.toString("utf8");
  const found = START.exec(head) ?? END.exec(ends.tail.toString("utf8"));
  const id = found?.[1] === undefined ? undefined : (JSON.parse(found[1]) as string | number);
  return { id, isAnswer: ANSWER.test(head) };
}

export function tooLong(maxBytes: number): string {
  return `the message is longer than ${maxBytes} bytes and was not read`;
}
