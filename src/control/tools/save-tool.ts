import path from "node:path";
import type { SaveToolRequest, ToolChange } from "../../call/runtime.ts";
import { parseJsonWithPositions } from "../../manifest/json/parse-json.ts";
import type { Caller } from "../../model/caller.ts";
import type { StoredTool } from "../../storage/repositories.ts";
import { showText } from "../../text/show-text.ts";
import { saveFile } from "./file/save-file.ts";
import { findDeclared } from "./find-declared.ts";
import { findConflict } from "./find-conflict.ts";
import { readDefinition } from "./read-definition.ts";
import { saveStored } from "./stored/save-stored.ts";
import { isJsonFormat } from "./stored/is-json-format.ts";
import { findMissingValues, takeCredentials } from "./stored/take-credentials.ts";
import { checkSession } from "./stored/check-session.ts";
import { refuse } from "./tool-change.ts";
import type { Refusal } from "./tool-change.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";
import { isObject } from "../../model/json.ts";

/** Puts a definition in place: a TOML file for everybody, else a row of the database. */
export async function saveTool(given: SaveToolRequest, by: Caller, parts: ToolControlParts): Promise<ToolChange> {
  const request = takeCredentials(given);
  const { format, environment } = request;
  const audience = findAudience(request);
  if ("code" in audience) return audience;
  const refusal = await checkSession(audience, parts);
  if (refusal !== null) return refusal;
  const file = path.join(userFolder(parts), format === "toolclad" ? "(text).clad.toml" : "(text)");
  const definition = readDefinition(request.text, { format, audience, file }, parts);
  if (!definition.ok) return definition;
  const { name } = definition;
  if (request.expectedName !== null && request.expectedName !== name) return renamed(request.expectedName, name);
  const declared = await findDeclared(name, audience, parts);
  const conflict = findConflict(definition, { ...request, audience }, declared, parts);
  if (conflict !== null) return conflict;
  if (isJsonFormat(format) || audience.kind !== "everybody") {
    const missing = findMissingValues(definition.tools, environment, declared.stored);
    if (missing !== null) return missing;
    return saveStored({ ...request, audience, definition, present: declared.stored }, by, parts);
  }
  if (environment !== null) return noValuesInFiles();
  const [present = null] = declared.files;
  return saveFile({ text: request.text, format, definition, present, folder: userFolder(parts) }, by, parts);
}

/** A tool in JSON may name its agent itself; then it is for that agent alone, whatever was left unsaid. */
function findAudience({ text, format, audience }: SaveToolRequest): StoredTool["audience"] | Refusal {
  const root = isJsonFormat(format) ? parseJsonWithPositions(text, "").document?.root : undefined;
  const agent = isObject(root) ? root["agent_id"] : undefined;
  if (typeof agent !== "string") return audience;
  if (audience.kind === "everybody") return { kind: "agent", key: agent };
  if (audience.kind === "agent" && audience.key === agent) return audience;
  const message = `the definition is for the agent \`${showText(agent)}\`, but was given for another`;
  return refuse("validation", message, "Leave `agent_id` out, or name the same agent.");
}

function userFolder({ config }: ToolControlParts): string {
  const own = config.toolFolders.find(({ layer }) => layer === "user");
  if (own === undefined) throw new Error("there is no folder for a person's own tools");
  return own.folder;
}

function renamed(expected: string, name: string): Refusal {
  const message = `the definition is named \`${showText(name)}\`, but \`${showText(expected)}\` was to be changed`;
  return refuse("name_changed", message, "A tool keeps its name: create the new one, then delete the old one.");
}

function noValuesInFiles(): Refusal {
  const message = "values of environment variables are not kept in files, and this tool would be one";
  const hint = "List the names in `environment` and set them where Toolgate runs, or save it for one agent.";
  return refuse("validation", message, hint);
}
