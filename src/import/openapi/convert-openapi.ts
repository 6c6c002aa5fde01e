import type { JsonObject, JsonValue } from "../../model/json.ts";
import { cleanText } from "../document/clean-text.ts";
import { objectAt, textAt } from "../document/members.ts";
import type { Dropped, Generated, GeneratedFile } from "../import-result.ts";
import { toToolName, toUniqueNames } from "../naming/to-unique-names.ts";
import { convertOperation } from "./convert-operation.ts";
import { checkVersion, listOperations } from "./operation.ts";
import type { Selection } from "./operation.ts";

export interface OpenApiOptions extends Selection {
  /** Where requests go, when it is not what the document says. */
  readonly server: string | null;
  /** The document's file name. */
  readonly source: string;
}

/** Makes a manifest of every wanted operation of an OpenAPI 3.0 or 3.1 document. @throws ImportError */
export function convertOpenApi(given: JsonValue, options: OpenApiOptions): Generated {
  const document = checkVersion(given);
  const { operations, dropped: skipped } = listOperations(document, options);
  const names = toUniqueNames(
    operations.map(({ id }) => id),
    toToolName,
  );
  const group = toGroup(document);
  const files: GeneratedFile[] = [];
  const dropped: Dropped[] = [...skipped];
  for (const [index, operation] of operations.entries()) {
    const name = names[index] ?? "";
    if (name !== operation.id) dropped.push(toRenamed(operation.id, name));
    const made = convertOperation({ ...operation, name, group }, document, options);
    files.push(...made.files);
    dropped.push(...made.dropped);
  }
  return { files, dropped: dropEqual(dropped) };
}

function dropEqual(dropped: readonly Dropped[]): readonly Dropped[] {
  return [...new Map(dropped.map((one) => [JSON.stringify(one), one])).values()];
}

/** People find the tools of one service together. */
function toGroup(document: JsonObject): string | null {
  const title = cleanText(textAt(objectAt(document, "info"), "title") ?? "").text;
  const group = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return group.replace(/^-+|-+$/g, "").slice(0, 40) || null;
}

function toRenamed(id: string, name: string): Dropped {
  const reason = `it is not a name here, or another operation has it; the tool is called ${name}`;
  return { source: id, what: "its name", reason, hint: null };
}
