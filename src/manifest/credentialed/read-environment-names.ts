import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/**
 * The names of `encrypted_env`: an object with `null` for every value that is sealed, or a list of names. A value is an
 * error wherever a definition is loaded from, and no message shows one.
 */
export function readEnvironmentNames(given: JsonValue | undefined, path: TomlPath, log: IssueLog): readonly string[] {
  if (given === undefined || given === null) return [];
  const names = Array.isArray(given) ? readList(given, path, log) : readObject(given, path, log);
  checkEnvironment(names, path, log);
  return names;
}

function readList(given: readonly JsonValue[], path: TomlPath, log: IssueLog): readonly string[] {
  return given.flatMap((name, index) => {
    if (typeof name === "string") return [name];
    const place = { path: [...path, index], part: "value" } as const;
    addError(log, "wrong-type", place, "an entry of `encrypted_env` must be the name of a variable");
    return [];
  });
}

function readObject(given: JsonValue, path: TomlPath, log: IssueLog): readonly string[] {
  if (!isObject(given)) {
    const message = "`encrypted_env` must be an object of variables, or a list of their names";
    addError(log, "wrong-type", { path, part: "value" }, message);
    return [];
  }
  for (const [name, value] of Object.entries(given)) {
    const place = { path: [...path, name], part: "key" } as const;
    if (typeof value === "string") {
      const message = `the value of \`${showText(name)}\` stands in the definition, where everybody who reads it sees it`;
      const hint =
        "`toolgate tools create FILE` seals it and keeps the name alone; in a file that is kept, write null.";
      addError(log, "values-in-definition", place, message, hint);
    } else if (value !== null) {
      addError(
        log,
        "wrong-type",
        place,
        `the value of \`${showText(name)}\` must be a string, or null once it is sealed`,
      );
    }
  }
  return Object.keys(given);
}
