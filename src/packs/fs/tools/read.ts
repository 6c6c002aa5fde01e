import { HandlerError } from "../../../model/handler.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Reach } from "../access/reach.ts";
import { showPath, toShownPath } from "../access/reach.ts";
import { readBytes, refuseBinary } from "../access/read-file.ts";
import { numberArg, textArg } from "../args.ts";
import { sliceLines } from "../lines/slice-lines.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";

const DEFAULT_LINES = 2000;

/** `fs.read`: lines of a text file, or bytes of any. */
export function createReadTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.read",
      title: "Read a file",
      description:
        "Reads a text file, by default its first 2000 lines; the result says how many lines there are and where to go on. " +
        "Use fs.search to find something in many files, and fs.list to see a folder.",
      effect: "read",
      params: {
        path: pathParam("The file, relative to the workspace"),
        from_line: { type: "integer", min: 1, default: 1, description: "First line, counted from 1" },
        to_line: { type: "integer", min: 1, optional: true, description: "Last line, included" },
        encoding: {
          type: "enum",
          values: ["utf-8", "base64"],
          default: "utf-8",
          description: "base64 gives bytes, for files that are not text",
        },
        from_byte: { type: "integer", min: 0, default: 0, description: "With base64: where to start, counted from 0" },
      },
      result: {
        path: TEXT,
        encoding: { enum: ["utf-8", "base64"] },
        size: COUNT,
        text: TEXT,
        from_line: COUNT,
        to_line: COUNT,
        total_lines: COUNT,
        next_line: { type: ["integer", "null"] },
        line_cut: { type: "boolean" },
        line_endings: { enum: ["lf", "crlf", "mixed", "none"] },
        base64: TEXT,
        from_byte: COUNT,
        next_byte: { type: ["integer", "null"] },
      },
      optional: [
        ...["text", "from_line", "to_line", "total_lines", "next_line", "line_cut", "line_endings"],
        ...["base64", "from_byte", "next_byte"],
      ],
      run: (reach, args) =>
        textArg(args, "encoding") === "base64" ? readAsBase64(reach, args) : readLines(reach, args),
    },
    reachFor,
  );
}

async function readLines(reach: Reach, args: JsonObject): Promise<JsonObject> {
  const file = textArg(args, "path");
  const from = numberArg(args, "from_line");
  const to = args["to_line"] === undefined ? from + DEFAULT_LINES - 1 : numberArg(args, "to_line");
  if (to < from) {
    throw new HandlerError("no-such-line", `to_line is ${to}, before from_line, which is ${from}`, {
      hint: "swap them",
    });
  }
  const { bytes, size } = await readBytes(reach, file);
  refuseBinary(reach, file, bytes);
  const slice = sliceLines(bytes, from, to, reach.limits.maxSliceBytes);
  if (from > Math.max(1, slice.totalLines)) {
    const message = `${showPath(reach, file)} has ${slice.totalLines} lines; from_line is ${from}`;
    throw new HandlerError("no-such-line", message, { hint: "start at an earlier line" });
  }
  return {
    path: toShownPath(reach, file),
    encoding: "utf-8",
    size,
    text: slice.text,
    from_line: from,
    to_line: slice.toLine,
    total_lines: slice.totalLines,
    next_line: slice.toLine < slice.totalLines ? slice.toLine + 1 : null,
    line_cut: slice.lineCut,
    line_endings: slice.lineEndings,
  };
}

async function readAsBase64(reach: Reach, args: JsonObject): Promise<JsonObject> {
  const file = textArg(args, "path");
  const start = numberArg(args, "from_byte");
  // Base64 takes four characters for three bytes.
  const length = Math.floor(reach.limits.maxSliceBytes / 4) * 3;
  const { bytes, size } = await readBytes(reach, file, { start, length });
  const next = start + bytes.length;
  return {
    path: toShownPath(reach, file),
    encoding: "base64",
    size,
    base64: bytes.toString("base64"),
    from_byte: start,
    next_byte: bytes.length > 0 && next < size ? next : null,
  };
}
