import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ParamDefinition } from "../../../library/param-definition.ts";
import { makeFolder } from "../access/make-folder.ts";
import type { Reach } from "../access/reach.ts";
import { admit, toShownPath } from "../access/reach.ts";
import { writeFileWhole } from "../access/write-file.ts";
import { flagArg, textArg } from "../args.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, FLAG, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";

/** `fs.write`: a file as a whole. */
export function createWriteTool(reachFor: ReachFor, maxBytes: number): DefinedTool {
  return defineFsTool(
    {
      name: "fs.write",
      title: "Write a file",
      description:
        "Writes a text file as a whole, replacing what it held. To change a part of a file use fs.edit; to be sure that nothing is replaced use fs.create.",
      effect: "edit",
      params: {
        path: pathParam("The file, relative to the workspace"),
        content: contentParam(maxBytes),
        create_parents: CREATE_PARENTS,
      },
      result: { path: TEXT, created: FLAG, size: COUNT, previous_size: { type: ["integer", "null"] } },
      run: async (reach, args) => {
        const { file, bytes } = await prepare(reach, args);
        const { created, previousSize } = await writeFileWhole(reach, { file, bytes, mode: "replace" });
        return { path: toShownPath(reach, file), created, size: bytes.length, previous_size: previousSize };
      },
    },
    reachFor,
  );
}

/** `fs.create`: a file that must not be there yet. */
export function createCreateTool(reachFor: ReachFor, maxBytes: number): DefinedTool {
  return defineFsTool(
    {
      name: "fs.create",
      title: "Create a file",
      description: "Creates a text file and fails if anything of that name exists. To replace a file use fs.write.",
      effect: "edit",
      params: {
        path: pathParam("The new file, relative to the workspace"),
        content: { ...contentParam(maxBytes), default: "" },
        create_parents: CREATE_PARENTS,
      },
      result: { path: TEXT, size: COUNT },
      run: async (reach, args) => {
        const { file, bytes } = await prepare(reach, args);
        await writeFileWhole(reach, { file, bytes, mode: "create" });
        return { path: toShownPath(reach, file), size: bytes.length };
      },
    },
    reachFor,
  );
}

const CREATE_PARENTS: ParamDefinition = {
  type: "boolean",
  default: false,
  description: "Also make the folders above it that do not exist",
};

function contentParam(maxBytes: number): ParamDefinition {
  return { type: "content", maxBytes, description: "All of the file's text" };
}

async function prepare(reach: Reach, args: JsonObject): Promise<{ file: string; bytes: Buffer }> {
  const file = textArg(args, "path");
  const content = textArg(args, "content");
  if (!content.isWellFormed()) {
    throw new HandlerError("bad-text", "the content has half of a surrogate pair, which no file can hold as UTF-8");
  }
  admit(reach, file, "write");
  if (flagArg(args, "create_parents")) await makeFolder(reach, path.dirname(file), { parents: true });
  return { file, bytes: Buffer.from(content, "utf8") };
}
