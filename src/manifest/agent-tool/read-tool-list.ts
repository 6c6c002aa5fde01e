import { checkToolName } from "../tool-name.ts";
import { toTable } from "../json/to-table.ts";
import type { PlacedDraft } from "../manifest.ts";
import { field } from "../toml/fields.ts";
import { addError, isFull } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { checkDefinitionSize } from "./check-definition-size.ts";
import { AGENT_TOOL_LIMITS } from "./limits.ts";
import { readCommandDeclaration } from "./read-command-declaration.ts";
import { readToolDeclaration } from "./read-tool-declaration.ts";
import type { Declared, DeclarationContext } from "./to-draft.ts";

/** What is known about the connection that declares. */
export interface ListContext extends DeclarationContext {
  /** Names of tools that the application does not own and cannot take. */
  readonly reserved: ReadonlySet<string>;
}

/** Reads `{tools: […]}` or a list. Drafts only count when the log has no error: a list is taken as a whole. */
export function readToolList(root: JsonValue, log: IssueLog, context: ListContext): readonly PlacedDraft[] {
  const found = findList(root, log);
  if (found === null) return [];
  const { list, path } = found;
  const { maxTools } = AGENT_TOOL_LIMITS;
  if (list.length > maxTools) {
    const message = `${list.length} tools are declared; at most ${maxTools} are taken`;
    addError(log, "too-many-entries", { path, part: "value" }, message, "Declare those that a model needs.");
    return [];
  }
  const declared: Declared[] = [];
  for (const [index, entry] of list.entries()) {
    if (isFull(log)) break;
    const one = readEntry(entry, [...path, index], log, context);
    if (one !== null) declared.push(one);
  }
  checkNames(declared, context.reserved, log);
  return declared.map(({ draft, namePath }) => ({ draft, place: { path: namePath, part: "value" } }));
}

function findList(
  root: JsonValue,
  log: IssueLog,
): { readonly list: readonly JsonValue[]; readonly path: TomlPath } | null {
  if (Array.isArray(root)) return { list: root as readonly JsonValue[], path: [] };
  const hint = 'Write `{"tools": […]}`.';
  if (!isObject(root)) {
    addError(log, "wrong-type", { path: [], part: "value" }, "the declarations must be an object or a list", hint);
    return null;
  }
  const list = Object.hasOwn(root, "tools") ? root["tools"] : undefined;
  readTable(toTable(root, [], log, { opaque: ["tools"] }), { tools: { ...field.any(), required: true, hint } }, log);
  if (Array.isArray(list)) return { list: list as readonly JsonValue[], path: ["tools"] };
  if (list !== undefined)
    addError(log, "wrong-type", { path: ["tools"], part: "value" }, "`tools` must be a list", hint);
  return null;
}

function readEntry(entry: JsonValue, path: TomlPath, log: IssueLog, context: ListContext): Declared | null {
  if (!isObject(entry)) {
    addError(log, "wrong-type", { path, part: "value" }, "a declaration must be an object");
    return null;
  }
  if (!checkDefinitionSize(entry, path, log)) return null;
  const isCommand = !Object.hasOwn(entry, "name") && (Object.hasOwn(entry, "id") || Object.hasOwn(entry, "agent"));
  const read = isCommand ? readCommandDeclaration : readToolDeclaration;
  return read(entry, path, log, context);
}

/** Whoever is first would otherwise decide what a rule that names the tool means. */
function checkNames(declared: readonly Declared[], reserved: ReadonlySet<string>, log: IssueLog): void {
  const taken = new Set([...reserved].map(normalize));
  const counts = new Map<string, number>();
  for (const { draft } of declared) counts.set(normalize(draft.name), (counts.get(normalize(draft.name)) ?? 0) + 1);
  for (const { draft, namePath } of declared) {
    const place = { path: namePath, part: "value" } as const;
    checkToolName(draft.name, place, log);
    const name = normalize(draft.name);
    const shown = showText(draft.name);
    if (taken.has(name)) {
      addError(log, "reserved-name", place, `\`${shown}\` is a tool that is there already`, "Choose another name.");
    } else if ((counts.get(name) ?? 0) > 1) {
      addError(log, "duplicate-name", place, `\`${shown}\` is declared more than once`, "Rename one of them.");
    }
  }
}

/** Names that differ only in case or in the dot may be one name to a client. */
function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[.-]/g, "_");
}
