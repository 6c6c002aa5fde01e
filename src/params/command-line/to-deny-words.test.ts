import { expect, it } from "vitest";
import { toDenyWords } from "./to-deny-words.ts";

it.each<[string, readonly (readonly string[])[] | null]>([
  ["auth\\s+", [["auth"]]],
  ["ssh-key", [["ssh-key"]]],
  ["ssh\\-key", [["ssh-key"]]],
  ["^repo\\s+delete(\\s|$)", [["repo", "delete"]]],
  ["\\brepo delete\\b", [["repo", "delete"]]],
  ["auth\\s+(login|logout)", [["auth", "login"], ["auth", "logout"]]],
  ["(?:a|b) (c|d)", [["a", "c"], ["a", "d"], ["b", "c"], ["b", "d"]]],
  ["auth|secret\\s+set", [["auth"], ["secret", "set"]]],
  ["", null],
  ["\\s+", null],
  ["auth.*", null],
  ["(?i)auth", null],
  ["--web", null],
  ["a(b|c)", null],
  ["a||b", null],
  ["(a|b) (a|b) (a|b) (a|b) (a|b) (a|b) (a|b)", null],
])("%j names %j", (pattern, expected) => expect(toDenyWords(pattern)).toEqual(expected)); // prettier-ignore
