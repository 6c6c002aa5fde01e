import { BASE64, BLANK, CLASS, WORD_DASH_DOT } from "../scan/char-classes.ts";
import type { Found, View } from "../scan/view.ts";
import { countDigits, isLogin } from "./assignment/how-it-looks.ts";
import type { ScrubPattern } from "./scrub-pattern.ts";

const TOKEN = WORD_DASH_DOT + CLASS.percentTilde + CLASS.plusSlash + CLASS.equals;
const LEAST_TOKEN = 16;

/** Credentials behind the name of their scheme, without the header that they belong to. */
export const BARE_CREDENTIALS: ScrubPattern = {
  name: "bare-credentials",
  finds: "`Bearer` with a token, and `Basic` with name and password in base64, wherever they stand",
  replaces: "what follows the scheme",
  find: { anchors: ["bearer", "basic"], ignoreCase: true, match: matchCredentials },
  hits: ["use Bearer abcdef0123456789abcdef", "Basic dXNlcjpwYXNzd29yZA=="],
  misses: ["bearer authentication-is-required", "Bearer <token>", "basic understanding", "Basic c29tZXRoaW5nIGVsc2U="],
};

function matchCredentials(view: View, at: number, anchor: string): Found {
  const { text, isFinal } = view;
  const isBasic = anchor === "basic";
  const blanks = at + anchor.length;
  const start = text.startsWith("%20", blanks) ? blanks + 3 : view.runEnd(BLANK, blanks, 1);
  if (!isFinal && start + 3 > text.length) return "pending";
  if (start === blanks) return null;
  const end = view.runEnd(isBasic ? BASE64 + CLASS.equals : TOKEN, start, 2);
  if (!isFinal && end === text.length) return "pending";
  const credentials = text.slice(start, Math.min(end, start + 1_024));
  view.count(credentials.length);
  const isSecret = isBasic ? isLogin(credentials) : credentials.length >= LEAST_TOKEN && countDigits(credentials) > 1;
  return isSecret ? { start, end } : null;
}
