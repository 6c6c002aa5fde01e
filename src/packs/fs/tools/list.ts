import type { DefinedTool } from "../../../library/define-tool.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Reach } from "../access/reach.ts";
import { toShownPath } from "../access/reach.ts";
import type { TreeEntry } from "../access/walk-tree.ts";
import { createWalkReport, walkTree } from "../access/walk-tree.ts";
import { flagArg, numberArg, textArg } from "../args.ts";
import { escapeControls } from "../../../text/show-text.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";
import { CUT, cutList } from "./walk-result.ts";

/** `fs.list`: what is in a folder. */
export function createListTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.list",
      title: "List a folder",
      description:
        "Lists what is in a folder with kinds and sizes; links are shown, not followed. Use fs.glob to find files by name and fs.search to find text.",
      effect: "read",
      params: {
        path: pathParam("The folder, relative to the workspace", { default: "." }),
        depth: { type: "integer", min: 1, max: 32, default: 1, description: "How many levels of folders to show" },
        hidden: { type: "boolean", default: false, description: "Also names that begin with a dot" },
        limit: { type: "integer", min: 1, max: 10_000, default: 1000, description: "Most entries to show" },
      },
      result: {
        path: TEXT,
        entries: {
          type: "array",
          items: {
            type: "object",
            properties: { path: TEXT, kind: { enum: ["file", "folder", "link", "other"] }, size: COUNT },
            required: ["path", "kind"],
            additionalProperties: false,
          },
        },
        cut: CUT,
      },
      run: (reach, args, { signal }) => list(reach, args, signal),
    },
    reachFor,
  );
}

async function list(reach: Reach, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const folder = textArg(args, "path");
  const report = createWalkReport();
  const limit = numberArg(args, "limit");
  const entries: JsonObject[] = [];
  const options = {
    signal,
    report,
    sizes: true,
    maxDepth: numberArg(args, "depth"),
    hidden: flagArg(args, "hidden"),
  };
  for await (const entry of walkTree(reach, folder, options)) {
    if (entries.length >= limit) {
      report.cut.add("results");
      break;
    }
    entries.push(toShown(entry));
  }
  return { path: toShownPath(reach, folder), entries, cut: cutList(report) };
}

function toShown({ relative, kind, size }: TreeEntry): JsonObject {
  return { path: escapeControls(relative), kind, ...(size === null ? {} : { size }) };
}
