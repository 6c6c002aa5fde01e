import type { JsonObject } from "../../model/json.ts";

/** A text among checked arguments, or `preset` where none was sent. */
export function textOf(args: JsonObject, name: string, preset: string): string {
  const value = args[name];
  return typeof value === "string" ? value : preset;
}
