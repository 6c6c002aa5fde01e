import { isObject } from "../../../model/json.ts";
import type { JsonValue } from "../../../model/json.ts";
import type { ContentBlock, Outcome } from "../../../model/outcome.ts";
import { META_TOOLS } from "../../../registry/disclosure/meta-tools.ts";
import type { ClientNames } from "./to-client-names.ts";

/**
 * What tools that find others answered, with the names by which this client calls what was found.
 * @param findNames as of `findClientNames`; not asked for what other tools answered
 */
export async function showNames(outcome: Outcome, findNames: () => Promise<ClientNames | null>): Promise<Outcome> {
  const isFinding = outcome.tool === META_TOOLS.search || outcome.tool === META_TOOLS.load;
  if (!isFinding || !isObject(outcome.structured)) return outcome;
  const { tools } = outcome.structured;
  const names = await findNames();
  if (names === null || !Array.isArray(tools)) return outcome;
  const found = (tools as readonly JsonValue[]).flatMap((tool) => nameOf(tool) ?? []);
  const changed = found.filter((name) => names.toShown(name) !== name);
  if (changed.length === 0) return outcome;
  return {
    ...outcome,
    structured: { ...outcome.structured, tools: tools.map((tool: JsonValue) => rename(tool, names)) },
    content: outcome.content.map((block) => renameIn(block, changed, names)),
  };
}

function nameOf(tool: JsonValue): string | null {
  if (typeof tool === "string") return tool;
  const name = isObject(tool) ? tool["name"] : undefined;
  return typeof name === "string" ? name : null;
}

function rename(tool: JsonValue, names: ClientNames): JsonValue {
  if (typeof tool === "string") return names.toShown(tool);
  const name = nameOf(tool);
  return name === null || !isObject(tool) ? tool : { ...tool, name: names.toShown(name) };
}

/** The text is the same as JSON: there a name is a whole string, and quotes inside of other strings are escaped. */
function renameIn(block: ContentBlock, changed: readonly string[], names: ClientNames): ContentBlock {
  if (block.type !== "text") return block;
  const text = changed.reduce(
    (all, name) => all.replaceAll(JSON.stringify(name), () => JSON.stringify(names.toShown(name))),
    block.text,
  );
  return { ...block, text };
}
