import type { SaveToolRequest } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { toNameKey, toWireName } from "../../registry/layers/wire-name.ts";
import { showText } from "../../text/show-text.ts";
import type { Declared } from "./find-declared.ts";
import { toMissing } from "./missing-tool.ts";
import type { Definition } from "./read-definition.ts";
import { isJsonFormat } from "./stored/is-json-format.ts";
import { refuse } from "./tool-change.ts";
import type { Refusal } from "./tool-change.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

type Request = Pick<SaveToolRequest, "format" | "audience" | "expectedName">;

/** Why this definition cannot take its name, or `null`. */
export function findConflict(
  definition: Definition,
  request: Request,
  declared: Declared,
  parts: ToolControlParts,
): Refusal | null {
  const { name, tools } = definition;
  const isThere = declared.files.length > 0 || declared.stored !== null;
  if (request.expectedName !== null && !isThere) return toMissing(name, request.audience, parts);
  if (request.expectedName === null && isThere) return taken(name, declared);
  const other = findOtherForm(name, request, declared);
  if (other !== null) return other;
  for (const tool of tools) {
    const conflict = findSameOnWire(tool, parts) ?? findServed(tool, request, declared, parts);
    if (conflict !== null) return conflict;
  }
  return null;
}

function taken(name: string, { files }: Declared): Refusal {
  const where = files[0] === undefined ? "" : ` in ${showText(files[0].path, 4096)}`;
  const hint = `\`toolgate tools update\` changes it; \`toolgate tools delete ${name}\` removes it.`;
  return refuse("name_conflict", `there is a tool \`${name}\` already${where}`, hint);
}

/** One name in one form: a change must not leave the old definition standing beside the new one. */
function findOtherForm(name: string, { format, audience }: Request, { files, stored }: Declared): Refusal | null {
  const hint = `Delete \`${name}\` first, then create it anew.`;
  if (files.length > 1) {
    const places = files.map(({ path }) => showText(path, 4096)).join(", ");
    return refuse("name_conflict", `several files declare \`${name}\`: ${places}`, "Remove all but one of them.");
  }
  const isFile = !isJsonFormat(format) && audience.kind === "everybody";
  const file = files[0];
  if (file !== undefined && (!isFile || file.format !== format)) {
    const is = `${file.format} file ${showText(file.path, 4096)}`;
    return refuse("name_conflict", `\`${name}\` is declared in the ${is}, and this is in the ${format} format`, hint);
  }
  if (stored === null || (!isFile && stored.format === format)) return null;
  return refuse("name_conflict", `\`${name}\` is kept as a ${stored.format} tool, and this is another format`, hint);
}

/** Some protocols know no dots, so `a.b` and `a_b` would be one tool there. */
function findSameOnWire({ name }: Tool, { registry }: ToolControlParts): Refusal | null {
  const key = toNameKey(name);
  const other = [...registry.snapshot.tools.values()].find(
    (tool) => tool.name !== name && toNameKey(tool.name) === key,
  );
  if (other === undefined) return null;
  const message = `\`${name}\` could be taken for \`${other.name}\`: over MCP both are \`${toWireName(name)}\``;
  return refuse("name_conflict", message, "Choose another name.");
}

/** What is served under the name now, and is not what is being changed. */
function findServed(tool: Tool, request: Request, declared: Declared, parts: ToolControlParts): Refusal | null {
  const { name, overrides } = tool;
  if (request.audience.kind !== "everybody") {
    const shared = parts.registry.snapshot.tools.get(name);
    return shared === undefined || overrides ? null : needsOverrides(tool, shared);
  }
  const builtin = parts.builtins.find((known) => known.name === name);
  if (builtin !== undefined && !overrides) return needsOverrides(tool, builtin);
  const served = parts.registry.snapshot.tools.get(name);
  if (served === undefined || served.origin.layer === "builtin") return null;
  const own = [...declared.files.map(({ path }) => path)];
  const isSame = declared.stored !== null || (served.origin.file !== null && own.includes(served.origin.file));
  // What the project declares over the tool that is being changed was there before.
  if (isSame || (served.origin.layer === "project" && own.length > 0)) return null;
  const message = `there is a tool \`${name}\` already: ${toPlace(served)}`;
  return refuse("name_conflict", message, "Choose another name, or change that one where it stands.");
}

function needsOverrides({ name }: Tool, lower: Tool): Refusal {
  const message = `\`${name}\` would take the place of ${toPlace(lower)}`;
  return refuse("name_conflict", message, "Say `overrides = true` if that is meant, or choose another name.");
}

function toPlace({ origin }: Tool): string {
  if (origin.layer === "builtin") return "a built-in tool";
  return origin.file === null ? "a tool of yours" : `${showText(origin.file, 4096)} (${origin.layer} layer)`;
}
