import type { TextTemplate } from "../../../model/backend.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Place } from "../../toml/toml-document.ts";
import { INJECTED } from "./http-names.ts";
import type { HttpNames } from "./http-names.ts";
import { parseTextTemplate } from "./parse-text-template.ts";

/** Reads a text with places and notes what it uses; `null` after an error was reported. */
export function readTemplate(text: string, place: Place, names: HttpNames, log: IssueLog): TextTemplate | null {
  const parsed = parseTextTemplate(text);
  if (!parsed.ok) {
    addError(log, "bad-placeholder", { ...place, fragment: parsed.fragment }, parsed.message);
    return null;
  }
  const unknown = new Set<string>();
  for (const part of parsed.parts) {
    if (part.kind === "secret") names.secrets.add(part.name);
    if (part.kind !== "param") continue;
    names.used.add(part.name);
    if (!names.declared.includes(part.name) && !INJECTED.includes(part.name)) unknown.add(part.name);
  }
  for (const name of unknown) reportUnknown(name, place, names, log);
  return unknown.size === 0 ? parsed.parts : null;
}

function reportUnknown(name: string, place: Place, { declared }: HttpNames, log: IssueLog): void {
  const known = [...declared, ...INJECTED];
  const shown = showText(name);
  const message = `nothing is named \`${shown}\`${suggestNearest(name, known)}`;
  const hint = `Declare it in [args.${shown}], or correct the placeholder. Known: ${known.join(", ")}.`;
  addError(log, "undeclared-placeholder", { ...place, fragment: `{${name}}` }, message, hint);
}
