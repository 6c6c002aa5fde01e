import type { StoredTool } from "../../storage/repositories.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { refuse } from "./tool-change.ts";
import type { Refusal } from "./tool-change.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

/** Why a tool cannot be changed here: there is none, or it belongs to something else. */
export function toMissing(name: string, audience: StoredTool["audience"], parts: ToolControlParts): Refusal {
  const { snapshot } = parts.registry;
  const served = snapshot.tools.get(name);
  const shown = showText(name);
  if (audience.kind !== "everybody") {
    const message = `there is no tool \`${shown}\` for the ${audience.kind} \`${showText(audience.key)}\``;
    return refuse("not_found", message, "`toolgate tools list --all` shows what there is.");
  }
  if (served === undefined) {
    const message = `there is no tool \`${shown}\`${suggestNearest(name, snapshot.tools.keys())}`;
    return refuse("not_found", message, "`toolgate tools list --all` shows what there is.");
  }
  const { layer, file } = served.origin;
  if (layer === "builtin") {
    const hint = `\`toolgate rules add deny ${shown}\` keeps it from running; a tool with \`overrides = true\` replaces it.`;
    return refuse("invalid_source", `\`${shown}\` is built in`, hint);
  }
  const where = file === null ? "in code" : `in ${showText(file, 4096)}`;
  const whose = layer === "project" ? "the project declares it" : "it is declared together with others or as a module";
  return refuse("invalid_source", `\`${shown}\` is not managed here: ${whose}, ${where}`, "Edit that file.");
}
