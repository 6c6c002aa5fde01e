import type { Tool } from "../../../model/tool.ts";
import { findForbiddenCharacter } from "../../../params/characters.ts";
import { showText } from "../../../text/show-text.ts";
import { field, required } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";

/** The keys of `[tool.cedar]`. */
export const CEDAR_SHAPE: Readonly<Record<"resource" | "action", Field<string>>> = {
  resource: required(field.string()),
  action: required(field.string()),
};
/** Words that Cedar keeps for itself: a policy could never name a type that has one of them in it. */
const RESERVED: ReadonlySet<string> = new Set("true false if then else in is like has __cedar".split(" "));

/** Reads `[tool.cedar]`: the entity type and the action that policies see. */
export function readCedar(source: TableSource | undefined, log: IssueLog): Tool["cedar"] {
  if (source === undefined) return null;
  const { resource, action } = readTable(source, CEDAR_SHAPE, log);
  if (resource !== undefined && !isEntityType(resource)) {
    const message = `"${showText(resource)}" is not the name of a Cedar entity type`;
    const hint = "Write names joined by `::`, such as PenTest::ScanTarget.";
    addError(log, "bad-cedar-name", { path: [...source.path, "resource"], part: "value" }, message, hint);
  }
  if (action !== undefined && !isAction(action)) {
    const message = `"${showText(action)}" cannot be the name of a Cedar action`;
    const hint = "Write a short name such as execute_tool.";
    addError(log, "bad-cedar-name", { path: [...source.path, "action"], part: "value" }, message, hint);
  }
  return resource === undefined || action === undefined ? null : { resource, action };
}

function isEntityType(text: string): boolean {
  if (text.length > 200) return false;
  return text.split("::").every((part) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(part) && !RESERVED.has(part));
}

function isAction(text: string): boolean {
  return text.trim() !== "" && text.length <= 128 && findForbiddenCharacter(text, false) === null;
}
