import type { ToolChange } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import type { Tool } from "../../model/tool.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import { showText } from "../../text/show-text.ts";
import type { ToolFile } from "./file/find-tool-files.ts";
import { toFileRefusal } from "./file/to-file-refusal.ts";
import { removeFile } from "./file/write-tool-file.ts";
import { findDeclared } from "./find-declared.ts";
import { toMissing } from "./missing-tool.ts";
import { readDefinition } from "./read-definition.ts";
import { recordChange } from "./record-change.ts";
import { orRefusal } from "./stored/to-store-refusal.ts";
import { changed, refuse } from "./tool-change.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

/** Takes a tool away; what it stood in front of is served again. Of a link only the link is removed. */
export async function removeTool(
  name: string,
  audience: StoredTool["audience"],
  by: Caller,
  parts: ToolControlParts,
): Promise<ToolChange> {
  const { files, stored } = await findDeclared(name, audience, parts);
  const [file] = files;
  if (files.length > 1) {
    const places = files.map(({ path }) => showText(path, 4096)).join(", ");
    return refuse("name_conflict", `several files declare \`${name}\`: ${places}`, "Remove the right one by hand.");
  }
  if (file !== undefined) return removeToolFile(name, file, by, parts);
  if (stored !== null) return removeStored(stored, by, parts);
  return toMissing(name, audience, parts);
}

async function removeToolFile(name: string, file: ToolFile, by: Caller, parts: ToolControlParts): Promise<ToolChange> {
  const audience = { kind: "everybody" } as const;
  const { path, format, text } = file;
  const tools = readTools(text, { format, audience, file: path }, parts);
  await recordChange({ action: "tool.remove", name, tools, format, audience, where: { file: path } }, by, parts);
  try {
    removeFile(path);
  } catch (error) {
    return toFileRefusal(path, error);
  }
  return changed(name, { file: path }, isBelow(name, tools, parts));
}

async function removeStored(stored: StoredTool, by: Caller, parts: ToolControlParts): Promise<ToolChange> {
  const { id, name, format, audience, definition } = stored;
  const tools = readTools(definition, { format, audience, file: name }, parts);
  const environment = stored.environment?.names;
  await recordChange({ action: "tool.remove", name, tools, format, audience, where: { id }, environment }, by, parts);
  return orRefusal(async () => {
    if (!(await parts.store.tools.remove(id))) {
      return refuse("not_found", `\`${name}\` was removed meanwhile`, "There is nothing left to do.");
    }
    const isShared = audience.kind === "everybody";
    const isServed = isShared ? isBelow(name, tools, parts) : parts.registry.snapshot.tools.has(name);
    return changed(name, { id, audience }, isServed);
  });
}

/** What the definition declared; nothing when it could not be served, which is no reason to keep it. */
function readTools(
  text: string,
  place: Parameters<typeof readDefinition>[1],
  parts: ToolControlParts,
): readonly Tool[] {
  const definition = readDefinition(text, place, parts);
  return definition.ok ? definition.tools : [];
}

function isBelow(name: string, tools: readonly Tool[], { builtins }: ToolControlParts): boolean {
  const names = new Set([name, ...tools.map((tool) => tool.name)]);
  return builtins.some((builtin) => names.has(builtin.name));
}
