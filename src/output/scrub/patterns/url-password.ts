import { URL_PASSWORD_CHARACTERS } from "../scan/char-classes.ts";
import type { Found, View } from "../scan/view.ts";
import { isPlaceholder } from "./assignment/placeholder.ts";
import type { ScrubPattern } from "./scrub-pattern.ts";

/** Names and passwords in URLs that are longer are none. */
const LONGEST = 512;

/** The password of a URL, of whatever scheme; name, host and the rest stay. */
export const URL_PASSWORD: ScrubPattern = {
  name: "url-password",
  finds: "passwords in URLs: databases, message brokers, repositories, anything `scheme://name:password@host`",
  replaces: "the password",
  find: { anchors: ["://"], ignoreCase: false, match: matchUrl },
  hits: [
    "postgres://app:hunter2@db.internal:5432/app",
    "mongodb+srv://app:p%40ss@cluster0.example.net",
    "rediss://:s3cr3t@cache:6380/0",
    "amqps://user:pa/ss@mq",
    "https://user:pass@example.com/path",
  ],
  misses: [
    "https://example.com:8443/a@b",
    "http://localhost:3000/users/me@example.com",
    "git@github.com:owner/repo.git",
    "postgres://${USER}:${PASSWORD}@db/app",
    "https://user:<password>@example.com",
    "https://example.com/a:b@c",
  ],
};

function matchUrl(view: View, at: number): Found {
  const { text } = view;
  const name = findNameEnd(view, at + 3);
  if (typeof name !== "number") return name;
  const start = name + 1;
  const end = view.runEnd(URL_PASSWORD_CHARACTERS, start);
  if (end - start > LONGEST) return null;
  if (end === text.length && !view.isFinal) return "pending";
  // A port ends before any of these; a password may hold them, as people forget to encode it.
  const isPort = /^\d*[/?#]/.test(text.slice(start, Math.min(end, start + 8)));
  if (text[end] !== "@" || end === start || isPort || isPlaceholder(text.slice(start, end))) return null;
  return { start, end };
}

/** Where the colon behind the name stands; `null`: there is none. */
function findNameEnd(view: View, from: number): number | "pending" | null {
  const { text, isFinal } = view;
  const limit = Math.min(text.length, from + LONGEST);
  let at = from;
  while (at < limit && !NAME_ENDS.has(text[at] ?? "")) at += 1;
  view.count(at - from);
  if (at === text.length) return isFinal ? null : "pending";
  return text[at] === ":" ? at : null;
}

const NAME_ENDS: ReadonlySet<string> = new Set(" \t\r\n\"'`<>\\|,;:/?#@[]()");
