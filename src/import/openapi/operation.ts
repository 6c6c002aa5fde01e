import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { HTTP_METHODS } from "../../model/backend.ts";
import type { HttpMethod } from "../../model/backend.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { objectAt, own, textAt } from "../document/members.ts";
import { ImportError } from "../import-result.ts";
import type { Dropped } from "../import-result.ts";
import { followReference } from "../schema/flatten-schema.ts";

/** One operation of a document. */
export interface Operation {
  /** Its `operationId`, else made of method and path. */
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly operation: JsonObject;
  /** What all operations of the path share. */
  readonly item: JsonObject;
}

/** Which operations are wanted, by `*` patterns over their ids. */
export interface Selection {
  /** Empty: all. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const MAX_OPERATIONS = 500;

/** The wanted operations in the order of the document. @throws ImportError when they are too many, or none */
export function listOperations(
  document: JsonObject,
  { include, exclude }: Selection,
): { readonly operations: readonly Operation[]; readonly dropped: readonly Dropped[] } {
  const dropped: Dropped[] = [];
  const all = Object.entries(objectAt(document, "paths")).flatMap(([path, given]): readonly Operation[] => {
    if (path.startsWith("x-")) return [];
    const item = followReference(given, document);
    if (item.ok) return listMethods(path, item.value, dropped);
    dropped.push({ source: path, what: "all operations of the path", reason: item.reason, hint: null });
    return [];
  });
  const operations = all.filter(
    ({ id }) =>
      (include.length === 0 || include.some((pattern) => matchName(pattern, id))) &&
      !exclude.some((pattern) => matchName(pattern, id)),
  );
  if (operations.length > MAX_OPERATIONS) {
    const message = `the document has ${operations.length} operations; at most ${MAX_OPERATIONS} become tools at once`;
    throw new ImportError(message, "Choose those that agents need: --include 'pets*' --exclude '*Admin*'.");
  }
  if (operations.length === 0) {
    const hint =
      all.length === 0
        ? null
        : `There are: ${all
            .slice(0, 10)
            .map(({ id }) => id)
            .join(", ")}.`;
    throw new ImportError("no operation of the document is wanted", hint);
  }
  return { operations, dropped };
}

function listMethods(path: string, item: JsonObject, dropped: Dropped[]): readonly Operation[] {
  for (const method of ["options", "trace"].filter((name) => own(item, name) !== undefined)) {
    const what = `${method.toUpperCase()} ${path}`;
    dropped.push({ source: what, what: "the operation", reason: "tools have no such method", hint: null });
  }
  return HTTP_METHODS.flatMap((method) => {
    const operation = own(item, method.toLowerCase());
    if (!isObject(operation)) return [];
    const id = textAt(operation, "operationId") ?? `${method.toLowerCase()}_${path.replace(/[^A-Za-z0-9]+/g, "_")}`;
    return [{ id, method, path, operation, item }];
  });
}

/** The version, when it is one that is read. @throws ImportError otherwise */
export function checkVersion(document: JsonValue): JsonObject {
  const root = toObject(document);
  if (own(root, "swagger") !== undefined) {
    throw new ImportError(
      "this is a Swagger 2.0 document",
      "Convert it to OpenAPI 3 first, for example with swagger2openapi.",
    );
  }
  if (/^3\.[01](?:\.|$)/.test(textAt(root, "openapi") ?? "")) return root;
  throw new ImportError("`openapi` must be 3.0 or 3.1", null);
}
