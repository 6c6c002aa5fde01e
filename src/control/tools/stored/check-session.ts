import type { StoredTool } from "../../../storage/repositories.ts";
import { showText } from "../../../text/show-text.ts";
import { refuse } from "../tool-change.ts";
import type { Refusal } from "../tool-change.ts";
import type { ToolControlParts } from "../tool-control-parts.ts";

/** A tool of a session ends with it, so the session must be there, and of this workspace. */
export async function checkSession(
  audience: StoredTool["audience"],
  { store, config }: ToolControlParts,
): Promise<Refusal | null> {
  if (audience.kind !== "session") return null;
  const session = await store.sessions.get(audience.key);
  if (session !== null && session.workspace === config.workspace) return null;
  const message = `there is no session \`${showText(audience.key)}\` in this workspace`;
  return refuse("unknown_session", message, "A session's id is in the answer of `session.info`, and in the audit.");
}
