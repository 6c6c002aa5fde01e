import { randomUUID } from "node:crypto";
import type { SaveToolRequest, ToolChange } from "../../../call/runtime.ts";
import type { Caller } from "../../../model/caller.ts";
import { openEnvironment, sealEnvironment } from "../../../secrets/seal-environment.ts";
import type { StoredTool } from "../../../storage/repositories.ts";
import type { Definition } from "../read-definition.ts";
import { recordChange } from "../record-change.ts";
import { changed, refuse } from "../tool-change.ts";
import type { ToolControlParts } from "../tool-control-parts.ts";
import { orRefusal } from "./to-store-refusal.ts";

export interface SaveStoredRequest extends SaveToolRequest {
  readonly definition: Definition;
  /** The row that holds the tool now. */
  readonly present: StoredTool | null;
}

/** Writes a definition into the database. */
export async function saveStored(request: SaveStoredRequest, by: Caller, parts: ToolControlParts): Promise<ToolChange> {
  const id = request.present?.id ?? randomUUID();
  const sealed = await sealValues(request, id, parts);
  if (!sealed.ok) return refuse("validation", sealed.messages.join("; "), "Give other names or values.");
  const tool = toStored(request, { id, environment: sealed.environment }, by, parts);
  const { name, format, audience } = tool;
  const action = request.present === null ? "tool.create" : "tool.update";
  const { tools } = request.definition;
  const environment = tool.environment?.names;
  await recordChange({ action, name, tools, format, audience, where: { id }, environment }, by, parts);
  return orRefusal(async () => {
    const { tools: repository } = parts.store;
    const done = request.present === null ? await repository.create(tool) : await repository.update(tool);
    if (done) return changed(name, { id, audience });
    const hint = "`toolgate tools list --all` shows what there is now.";
    return request.present === null
      ? refuse("name_conflict", `another tool was given the name \`${name}\` meanwhile`, hint)
      : refuse("not_found", `\`${name}\` was removed meanwhile`, hint);
  });
}

type Sealed = Exclude<ReturnType<typeof sealEnvironment>, { ok: true }> | Kept;
interface Kept {
  readonly ok: true;
  readonly environment: StoredTool["environment"];
}

/** `null` keeps the values that are there, sealed anew for the new definition; no values at all take them away. */
async function sealValues(
  { environment, present, text, audience }: SaveStoredRequest,
  id: string,
  { sealer }: ToolControlParts,
): Promise<Sealed> {
  const owner = { id, audience, definition: text };
  if (environment !== null) {
    if (Object.keys(environment).length === 0) return { ok: true, environment: null };
    return sealEnvironment(await sealer(), environment, owner);
  }
  if (present === null || present.environment === null) return { ok: true, environment: null };
  const opened = openEnvironment(await sealer(), present.environment, present);
  if (!opened.ok) return { ok: false, messages: [`its sealed values cannot be kept: ${opened.message}`] };
  return sealEnvironment(await sealer(), opened.values, owner);
}

function toStored(
  { text, format, audience, definition, present }: SaveStoredRequest,
  { id, environment }: Pick<StoredTool, "id" | "environment">,
  by: Caller,
  { config }: ToolControlParts,
): StoredTool {
  const now = new Date().toISOString();
  return {
    id,
    // A session belongs to a workspace; what is for everybody or for an agent holds in all of them, as files do.
    workspace: audience.kind === "session" ? config.workspace : null,
    audience,
    format,
    name: definition.name,
    definition: text,
    enabled: definition.tools.every((tool) => tool.enabled),
    environment,
    createdAt: present?.createdAt ?? now,
    createdBy: present?.createdBy ?? by.principal,
    updatedAt: now,
  };
}
