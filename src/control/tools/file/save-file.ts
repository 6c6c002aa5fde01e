import path from "node:path";
import type { ToolChange } from "../../../call/runtime.ts";
import type { Caller } from "../../../model/caller.ts";
import { showText } from "../../../text/show-text.ts";
import type { Definition } from "../read-definition.ts";
import { recordChange } from "../record-change.ts";
import { changed, refuse } from "../tool-change.ts";
import type { Refusal } from "../tool-change.ts";
import type { ToolControlParts } from "../tool-control-parts.ts";
import type { ToolFile } from "./find-tool-files.ts";
import { toFileRefusal } from "./to-file-refusal.ts";
import { toToolFileName } from "./tool-file-name.ts";
import { prepareFile } from "./write-tool-file.ts";
import type { PreparedFile } from "./write-tool-file.ts";

export interface SaveFileRequest {
  readonly text: string;
  readonly format: ToolFile["format"];
  readonly definition: Definition;
  /** The file that declares the tool now. */
  readonly present: ToolFile | null;
  /** Where a new one goes. */
  readonly folder: string;
}

/** Writes a definition into the user layer. */
export function saveFile(request: SaveFileRequest, by: Caller, parts: ToolControlParts): Promise<ToolChange> {
  const { text, format, definition, present, folder } = request;
  const { name, tools } = definition;
  if (present?.isLink === true) return Promise.resolve(refuseLink(present));
  const file = present?.path ?? path.join(folder, toToolFileName(name, format));
  const action = present === null ? "tool.create" : "tool.update";
  const record = (): Promise<void> =>
    recordChange({ action, name, tools, format, audience: { kind: "everybody" }, where: { file } }, by, parts);
  return replaceFile({ file, text, isNew: present === null, name }, record);
}

export function refuseLink({ path: file }: ToolFile): Refusal {
  const message = `${showText(file, 4096)} is a link; what it leads to is not changed from here`;
  return refuse("io", message, "Edit the file that it leads to, or put the file itself in its place.");
}

/** The text is on the disk before the change is recorded, and in its place only after: nothing holds unrecorded. */
export async function replaceFile(
  { file, text, isNew, name }: { file: string; text: string; isNew: boolean; name: string },
  record: () => Promise<void>,
): Promise<ToolChange> {
  let prepared: PreparedFile | null = null;
  try {
    prepared = prepareFile(file, text);
  } catch (error) {
    return toFileRefusal(file, error);
  }
  try {
    await record();
  } catch (error) {
    prepared.discard();
    throw error;
  }
  try {
    prepared.place(isNew);
  } catch (error) {
    return toFileRefusal(file, error, isNew);
  }
  return changed(name, { file });
}
