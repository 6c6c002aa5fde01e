import { suggestNearest } from "../../text/find-nearest.ts";
import { usageError } from "../cli-error.ts";

/** The text as one of the choices, or a usage error that lists them. */
export function parseChoice<Choice extends string>(text: string, choices: readonly Choice[], what: string): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw usageError(`\`${text}\` is not a ${what}${suggestNearest(text, choices)}`, `one of ${choices.join(", ")}`);
}

/** A whole number between the bounds, both included. */
export function parseWhole(text: string, option: string, [min, max]: readonly [number, number]): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw usageError(`${option} takes a whole number from ${min} to ${max}, not \`${text}\``);
}
