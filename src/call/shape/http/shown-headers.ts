import type { Cleaner } from "../../../output/text/create-cleaner.ts";
import { escapeControls } from "../../../text/show-text.ts";

/** Headers that help to go on; others may hold what is only for the client, such as cookies. */
const SHOWN = /^(?:content-type|content-length|retry-after|location|etag|link|(?:x-)?rate-?limit(?:-[a-z-]{1,40})?)$/;
const MAX_LENGTH = 1000;

/** The headers of an answer that a caller sees, cleaned before they are cut: half of a secret would not be found. */
export function toShownHeaders(
  headers: Readonly<Record<string, string>>,
  cleaner: Cleaner,
): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).filter(([name]) => SHOWN.test(name));
  return Object.fromEntries(
    shown.map(([name, value]) => [name, escapeControls(cleaner.text(value)).slice(0, MAX_LENGTH)]),
  );
}
