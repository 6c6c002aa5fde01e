import { HandlerError } from "../../../model/handler.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import type { JsonObject, JsonSchema } from "../../../model/json.ts";
import type { Reach } from "../access/reach.ts";
import { admit, toShownPath } from "../access/reach.ts";
import { readText } from "../access/read-file.ts";
import { writeFileWhole } from "../access/write-file.ts";
import { flagArg, textArg } from "../args.ts";
import type { Edit } from "../lines/apply-edits.ts";
import { applyEdits } from "../lines/apply-edits.ts";
import { createPause } from "../lines/pause.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";

const MAX_EDITS = 100;

const EDITS: JsonSchema = {
  type: "array",
  minItems: 1,
  maxItems: MAX_EDITS,
  items: {
    type: "object",
    properties: { old_text: { type: "string", minLength: 1 }, new_text: TEXT, replace_all: { type: "boolean" } },
    required: ["old_text", "new_text"],
    additionalProperties: false,
  },
};

const CHANGES: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: { replaced: COUNT, lines: { type: "array", items: COUNT } },
    required: ["replaced", "lines"],
    additionalProperties: false,
  },
};

/** `fs.edit`: texts replaced in a file. */
export function createEditTool(reachFor: ReachFor, maxBytes: number): DefinedTool {
  return defineFsTool(
    {
      name: "fs.edit",
      title: "Edit a file",
      description:
        "Replaces exact text in a file: old_text must occur once, or pass replace_all. Read the lines first and copy them exactly. " +
        "Several edits at once go into `edits`, applied in order, all or none. To write a whole file use fs.write.",
      effect: "edit",
      params: {
        path: pathParam("The file, relative to the workspace"),
        old_text: {
          type: "content",
          maxBytes,
          optional: true,
          description: "Text to replace, with all its spaces and line ends",
        },
        new_text: { type: "content", maxBytes, optional: true, description: "Text to put there; empty to delete" },
        replace_all: { type: "boolean", default: false, description: "Replace every occurrence of old_text" },
        edits: {
          type: "json",
          schema: EDITS,
          optional: true,
          description: "Several edits instead of old_text and new_text",
        },
      },
      result: { path: TEXT, size: COUNT, replaced: COUNT, edits: CHANGES, note: TEXT },
      optional: ["note"],
      run: (reach, args, { signal }) => edit(reach, args, signal),
    },
    reachFor,
  );
}

async function edit(reach: Reach, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const file = textArg(args, "path");
  const edits = readEdits(args);
  admit(reach, file, "write");
  const { maxWriteBytes, maxMs } = reach.limits;
  const { text, version } = await readText(reach, file, { maxBytes: maxWriteBytes });
  const edited = await applyEdits(text, edits, { maxLength: maxWriteBytes, pause: createPause(signal, maxMs) });
  const bytes = Buffer.from(edited.text, "utf8");
  await writeFileWhole(reach, { file, bytes, mode: "replace", version });
  return {
    path: toShownPath(reach, file),
    size: bytes.length,
    replaced: edited.changes.reduce((sum, { replaced }) => sum + replaced, 0),
    edits: edited.changes.map((change) => ({ ...change })),
    ...(edited.crlf ? { note: "the file ends its lines with CRLF, and so do the new ones" } : {}),
  };
}

function readEdits(args: JsonObject): readonly Edit[] {
  const single = args["old_text"] !== undefined || args["new_text"] !== undefined;
  const list = args["edits"] as readonly JsonObject[] | undefined;
  if (
    single === (list !== undefined) ||
    (single && (args["old_text"] === undefined || args["new_text"] === undefined))
  ) {
    throw new HandlerError(
      "bad-edit",
      "expected either old_text and new_text, or edits, got " + describe(single, list),
      {
        hint: "send one of the two forms",
      },
    );
  }
  const edits = (list ?? [args]).map((each) => ({
    oldText: textArg(each, "old_text"),
    newText: textArg(each, "new_text"),
    replaceAll: flagArg(each, "replace_all"),
  }));
  if (edits.every(({ newText }) => newText.isWellFormed())) return edits;
  throw new HandlerError("bad-text", "a new text has half of a surrogate pair, which no file can hold as UTF-8");
}

function describe(single: boolean, list: unknown): string {
  if (single && list !== undefined) return "both";
  return single ? "only one of old_text and new_text" : "neither";
}
