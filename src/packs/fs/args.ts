import type { JsonObject } from "../../model/json.ts";

/** Arguments have been checked against the tool's parameters; these readers only tell the compiler so. */
export function textArg(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value !== "string") throw new TypeError(`\`${name}\` was not checked as a text`);
  return value;
}

export function optionalText(args: JsonObject, name: string): string | null {
  return args[name] === undefined ? null : textArg(args, name);
}

export function numberArg(args: JsonObject, name: string): number {
  const value = args[name];
  if (typeof value !== "number") throw new TypeError(`\`${name}\` was not checked as a number`);
  return value;
}

export function flagArg(args: JsonObject, name: string): boolean {
  return args[name] === true;
}
