import { toLabel } from "../file/label.ts";
import type { DecidingPlaces } from "./create-permission-source.ts";

/** The file and line that a `source` such as `user toolgate.toml:12` is about; the text itself where it names no file. */
export function locateSource(
  source: string,
  { user, project }: DecidingPlaces,
): { readonly file: string; readonly line: number } {
  const [, label, line = "1"] = /^(.+?)(?::(\d+))?(?: as it was trusted)?$/.exec(source) ?? [];
  const file = label === toLabel("user") ? user : label === toLabel("project") ? project : null;
  return { file: file ?? source, line: Number(line) };
}
