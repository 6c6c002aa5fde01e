import { expect, it } from "vitest";
import { isAnchored } from "./anchored.ts";

it.each([
  "^a$",
  "^(?:a|b)$",
  "^a|b$".replace("|", "$|^"),
  "\\Aa\\z",
  "(?i)^a$",
  "^[|]$",
  "^[]|]$",
  "^a\\|b$",
  "^\\\\$",
  "^$",
])("%s is anchored", (pattern) => {
  expect(isAnchored(pattern)).toBe(true);
});

it.each(["", "a", "^a", "a$", "^a\\$", "\\^a$", "^a|b$", "(^a$)", "(?m)^a$", "^a$|b", "^a\\\\z", "[^a]$", "^(a|b"])(
  "%s is not anchored",
  (pattern) => {
    expect(isAnchored(pattern)).toBe(false);
  },
);
