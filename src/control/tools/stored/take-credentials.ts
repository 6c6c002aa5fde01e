import type { SaveToolRequest } from "../../../call/runtime.ts";
import { takeValues } from "../../../manifest/credentialed/take-values.ts";
import type { Tool } from "../../../model/tool.ts";
import type { StoredTool } from "../../../storage/repositories.ts";
import { showText } from "../../../text/show-text.ts";
import { refuse } from "../tool-change.ts";
import type { Refusal } from "../tool-change.ts";

/**
 * The request without the values that stand in a record: they are sealed like values given beside it, and what is given
 * beside it wins. From here on nobody sees them in the text.
 */
export function takeCredentials(request: SaveToolRequest): SaveToolRequest {
  const taken = request.format === "credentialed" ? takeValues(request.text) : null;
  if (taken === null) return request;
  return { ...request, text: taken.text, environment: { ...taken.values, ...request.environment } };
}

/** A program must not be started without the credential that its record names. */
export function findMissingValues(
  [tool]: readonly [Tool, ...Tool[]],
  environment: SaveToolRequest["environment"],
  present: StoredTool | null,
): Refusal | null {
  if (tool.input.kind !== "command-line") return null;
  const sealed = environment === null ? (present?.environment?.names ?? []) : Object.keys(environment);
  const missing = (tool.sealedEnvironment?.names ?? []).filter((name) => !sealed.includes(name));
  if (missing.length === 0) return null;
  const shown = missing.map((name) => `\`${showText(name)}\``).join(", ");
  const hint = "Set the variables and give their names with --env NAME, or use --env-from FILE.";
  return refuse("validation", `\`${tool.name}\` needs values for ${shown}, and there are none`, hint);
}
