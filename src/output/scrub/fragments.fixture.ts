import fc from "fast-check";
import { SCRUB_PATTERNS } from "./patterns/pattern-table.ts";

const EXAMPLES: readonly string[] = SCRUB_PATTERNS.flatMap(({ hits, misses }) => [...hits, ...misses]);

/** What patterns begin with, go on with and end with, and what nearly does. */
const PIECES: readonly string[] = [
  ..."\"'`\\=:,;&<>{}()[]@/.-_+ \n\t|$%#?!é😀".split(""),
  ...[" = ", ": ", '": "', '\\": \\"', "=>", "==", "\\n", "://", "</", '"""', "\r\n", "----", "-----"],
  ...["token", "Password", "SECRET", "api_key", "apiKey", "key", "Authorization", "Bearer ", "Basic ", "--token "],
  ...[
    "DATABASE_URL",
    "VIRTUAL_X",
    "sha256:",
    "ghp_",
    "sk-",
    "eyJ",
    "AKIA",
    "SG.",
    "xoxb-",
    "hooks.slack.com/services/",
  ],
  ...["-----BEGIN ", "PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "\u001b[32m", "0123456789abcdef", "deadbeef"],
  ...["hunter2hunter2", "correct horse", "k7Qz2Mw9Xp4Rk7Qz2Mw9", "process.env.X", "string", "getToken()", "us1"],
];

/** Texts that are full of secrets, halves of them and what looks alike. */
export const secretText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...EXAMPLES) },
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 2, arbitrary: cutExample() },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
      { weight: 1, arbitrary: fc.nat(200).map((length) => "ab01".repeat(length).slice(0, length)) },
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

function cutExample(): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...EXAMPLES), fc.nat(80)).map(([text, at]) => text.slice(0, at));
}

/** A text in pieces. */
export function cut(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1))), text.length].sort((a, b) => a - b);
  return ends.map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
}
