import type { JsonObject } from "../../model/json.ts";
import { listFolder } from "../fs/access/list-folder.ts";
import type { Reach } from "../fs/access/reach.ts";
import { toShownPath } from "../fs/access/reach.ts";
import { readBytes, readText } from "../fs/access/read-file.ts";
import { textOf } from "./text-of.ts";

/** More entries of a folder than this help no model. */
const MOST_ENTRIES = 2000;

/** A whole file, as text or as base64. @throws HandlerError see `readBytes` and `readText` */
export async function readFile(args: JsonObject, reach: Reach): Promise<JsonObject> {
  const file = textOf(args, "path", "");
  const narrow = toPlace(reach, file);
  const options = { maxBytes: reach.limits.maxSliceBytes };
  const shown = toShownPath(reach, file);
  if (args["encoding"] === "base64") {
    const { bytes, size } = await readBytes(narrow, file, options);
    return { path: shown, encoding: "base64", content: bytes.toString("base64"), size };
  }
  const { text, size } = await readText(narrow, file, options);
  return { path: shown, encoding: "utf-8", content: text, size };
}

/** What is in a folder, by name. @throws HandlerError see `listFolder` */
export async function listFiles(args: JsonObject, reach: Reach): Promise<JsonObject> {
  const folder = textOf(args, "path", "");
  const { entries, cut } = await listFolder(toPlace(reach, folder), folder, { sizes: true });
  return {
    path: toShownPath(reach, folder),
    entries: entries.slice(0, MOST_ENTRIES).map(({ name, kind, size }) => ({ name, kind, size })),
    cut: cut || entries.length > MOST_ENTRIES,
  };
}

/**
 * The gate confined the path to the folder that the tool declares, which may be one that its author chose outside of
 * the workspace; so this very place is what the call may touch, and nothing else.
 */
function toPlace(reach: Reach, place: string): Reach {
  return { ...reach, folders: [place] };
}
