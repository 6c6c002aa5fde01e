import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";

/** One place in which two definitions differ. */
export interface DefinitionChange {
  /** Steps from the definition to the place, joined by `/`. */
  readonly at: string;
  /** Absent: it was not there. */
  readonly before?: JsonValue;
  /** Absent: it is there no more. */
  readonly after?: JsonValue;
}

/** Every place in which two definitions differ, as deep as they have the same form, in the order of their names. */
export function diffDefinitions(before: JsonObject, after: JsonObject): readonly DefinitionChange[] {
  return diffObjects(before, after, []);
}

function diffObjects(before: JsonObject, after: JsonObject, at: readonly string[]): readonly DefinitionChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => diffValues(own(before, name), own(after, name), [...at, name]));
}

/** A stranger chose the names: `__proto__` and the like are names, too. */
function own(from: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(from, name) ? from[name] : undefined;
}

function diffValues(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  at: readonly string[],
): readonly DefinitionChange[] {
  if (isObject(before) && isObject(after)) return diffObjects(before, after, at);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [
    {
      at: at.join("/"),
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}
