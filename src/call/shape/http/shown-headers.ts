import { escapeControls } from "../../../text/show-text.ts";

/** Headers that help to go on; others may hold what is only for the client, such as cookies. */
const SHOWN = /^(?:content-type|content-length|retry-after|location|etag|link|(?:x-)?rate-?limit(?:-[a-z-]{1,40})?)$/;
const MAX_LENGTH = 1000;

/** The headers of an answer that a caller sees. */
export function toShownHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).filter(([name]) => SHOWN.test(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, escapeControls(value.slice(0, MAX_LENGTH))]));
}
