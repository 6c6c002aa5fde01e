import type { ToolChange } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import { editEnabled } from "./file/edit-enabled.ts";
import type { ToolFile } from "./file/find-tool-files.ts";
import { refuseLink, replaceFile } from "./file/save-file.ts";
import { findDeclared } from "./find-declared.ts";
import { toMissing } from "./missing-tool.ts";
import { readDefinition } from "./read-definition.ts";
import { recordChange } from "./record-change.ts";
import { orRefusal } from "./stored/to-store-refusal.ts";
import { changed, refuse } from "./tool-change.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

export interface EnableRequest {
  readonly name: string;
  readonly audience: StoredTool["audience"];
  readonly enabled: boolean;
}

/** Switches a tool on or off. One that is so already is left alone and not recorded. */
export async function enableTool(request: EnableRequest, by: Caller, parts: ToolControlParts): Promise<ToolChange> {
  const { name, audience } = request;
  const { files, stored } = await findDeclared(name, audience, parts);
  const [file] = files;
  if (files.length > 1) {
    return refuse("name_conflict", `several files declare \`${name}\``, "Remove all but one of them.");
  }
  if (file !== undefined) return enableFile(file, request, by, parts);
  if (stored !== null) return enableStored(stored, request, by, parts);
  return toMissing(name, audience, parts);
}

async function enableFile(
  present: ToolFile,
  { name, audience, enabled }: EnableRequest,
  by: Caller,
  parts: ToolControlParts,
): Promise<ToolChange> {
  const { path: file, format } = present;
  if (present.isLink) return refuseLink(present);
  const place = { format, audience, file };
  const before = readDefinition(present.text, place, parts);
  if (!before.ok) return before;
  if (before.tools.every((tool) => tool.enabled === enabled)) return changed(name, { file });
  const text = editEnabled(present.text, format, enabled);
  const after = text === null ? null : readDefinition(text, place, parts);
  // The edit is checked like any other text: nothing but the switch may differ.
  const isSwitch = after?.ok === true && after.tools.every((tool) => tool.enabled === enabled);
  const isSame = isSwitch && after.tools.every((tool, at) => tool.definitionHash === before.tools[at]?.definitionHash);
  if (text === null || !isSame) {
    const hint = `Write \`enabled = ${enabled}\` into the file yourself.`;
    return refuse("validation", `\`enabled\` could not be set in ${file} without changing more`, hint);
  }
  const { tools } = before;
  const action = enabled ? "tool.enable" : "tool.disable";
  const record = (): Promise<void> =>
    recordChange({ action, name, tools, format, audience, where: { file } }, by, parts);
  return replaceFile({ file, text, isNew: false, name }, record);
}

async function enableStored(
  stored: StoredTool,
  { name, enabled }: EnableRequest,
  by: Caller,
  parts: ToolControlParts,
): Promise<ToolChange> {
  const { id, format, audience, definition } = stored;
  if (stored.enabled === enabled) return changed(name, { id, audience });
  const read = readDefinition(definition, { format, audience, file: name }, parts);
  const tools = read.ok ? read.tools : [];
  const action = enabled ? "tool.enable" : "tool.disable";
  await recordChange({ action, name, tools, format, audience, where: { id } }, by, parts);
  return orRefusal(async () => {
    if (await parts.store.tools.setEnabled(id, enabled, new Date().toISOString()))
      return changed(name, { id, audience });
    return refuse("not_found", `\`${name}\` was removed meanwhile`, "There is nothing left to do.");
  });
}
