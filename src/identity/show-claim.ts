import { showText } from "../text/show-text.ts";

/** What somebody wrote into a token, inside of a message. */
export function showClaim(value: unknown): string {
  if (value === undefined) return "missing";
  return typeof value === "string" ? `"${showText(value, 200)}"` : "no text";
}
