import { StringDecoder } from "node:string_decoder";
import { CliError } from "../cli-error.ts";

/** Far above any record: what is longer is no export, and must not fill the memory. */
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * The lines of a text, without their ends. Only a line feed ends one: `node:readline` would also break at U+2028, which
 * may stand in a record.
 */
export async function* readLines(stream: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const pieces = (typeof chunk === "string" ? chunk : decoder.write(chunk as Buffer)).split("\n");
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) {
        yield parts.join("");
        [parts, length] = [[], 0];
      }
      parts.push(piece);
      length += piece.length;
      if (length > MAX_LENGTH) throw new CliError("UNREADABLE", "a line is longer than 64 MiB: this is no export");
    }
  }
  yield parts.join("") + decoder.end();
}
