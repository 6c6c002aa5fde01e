import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import { NO_ARGUMENTS } from "../checks/schema/check-tool-schema.ts";
import { toTable } from "../json/to-table.ts";
import { addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { checkTexts } from "./check-texts.ts";
import { readParams } from "./read-tool-declaration.ts";
import { COMMAND_AGENT_SHAPE, COMMAND_SHAPE } from "./shape.ts";
import { toDraft } from "./to-draft.ts";
import type { Declared, DeclarationContext } from "./to-draft.ts";

/** Reads `{id, title, agent: {description, params, sideEffect}}`. `null` for a command that models may not call. */
export function readCommandDeclaration(
  entry: JsonObject,
  path: TomlPath,
  log: IssueLog,
  context: DeclarationContext,
): Declared | null {
  const source = toTable(entry, path, log, { opaque: ["agent"] });
  const agent = Object.hasOwn(entry, "agent") ? entry["agent"] : undefined;
  const agentPath = [...path, "agent"];
  const inner = isObject(agent) ? toTable(agent, agentPath, log, { nullable: ["params"], opaque: ["params"] }) : null;
  const table = inner === null ? source.table : { ...source.table, agent: inner.table };
  const read = readTable({ table, path }, COMMAND_SHAPE, log);
  checkTexts(source, ["title"], log);
  if (inner === null || !isObject(agent)) {
    if (agent === undefined) addWarning(log, "not-exposed", { path, part: "value" }, NOT_EXPOSED);
    return null;
  }
  const readAgent = readTable(inner, COMMAND_AGENT_SHAPE, log);
  checkTexts(inner, ["description"], log);
  const schema = readParams(agent, agentPath, log);
  if (read.id === undefined) return null;
  const draft = toDraft(
    {
      name: read.id,
      title: read.title ?? null,
      description: readAgent.description ?? "",
      schema: schema ?? NO_ARGUMENTS,
      sideEffect: readAgent.sideEffect ?? false,
      specifier: null,
      declared: "command",
    },
    context,
  );
  return { draft, namePath: [...path, "id"] };
}

const NOT_EXPOSED = "the command has no `agent`, so models do not see it";
