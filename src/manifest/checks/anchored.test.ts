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
  "^\\\\Q$",
  "^(?P<name>a)$",
])("%s is anchored", (pattern) => {
  expect(isAnchored(pattern)).toBe(true);
});

it.each(["^a\\Q$", "^\\Qa$", "^\\\\\\Qa$", "^?a$", "^*a$", "^{0}a$", "\\A??a$", "^a(?m)$", "^(?sm:a)$", "(?i)(?m)^a$"])(
  "%s only looks anchored",
  (pattern) => {
    expect(isAnchored(pattern)).toBe(false);
  },
);

it.each(["", "a", "^a", "a$", "^a\\$", "\\^a$", "^a|b$", "(^a$)", "(?m)^a$", "^a$|b", "^a\\\\z", "[^a]$", "^(a|b"])(
  "%s is not anchored",
  (pattern) => {
    expect(isAnchored(pattern)).toBe(false);
  },
);
