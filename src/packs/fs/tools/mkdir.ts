import type { DefinedTool } from "../../../library/define-tool.ts";
import { makeFolder } from "../access/make-folder.ts";
import { toShownPath } from "../access/reach.ts";
import { flagArg, textArg } from "../args.ts";
import type { ReachFor } from "./fs-tool.ts";
import { TEXT, defineFsTool, pathParam } from "./fs-tool.ts";

/** `fs.mkdir`: a folder, with those above it if wanted. */
export function createMkdirTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.mkdir",
      title: "Make a folder",
      description:
        "Makes a folder. fs.write and fs.create can make the folders of their file themselves (create_parents).",
      effect: "edit",
      params: {
        path: pathParam("The new folder, relative to the workspace"),
        parents: {
          type: "boolean",
          default: false,
          description: "Also make the folders above it; a folder that exists is fine then",
        },
      },
      result: { path: TEXT, created: { type: "array", items: TEXT } },
      run: async (reach, args) => {
        const folder = textArg(args, "path");
        const created = await makeFolder(reach, folder, { parents: flagArg(args, "parents") });
        return { path: toShownPath(reach, folder), created: created.map((each) => toShownPath(reach, each)) };
      },
    },
    reachFor,
  );
}
