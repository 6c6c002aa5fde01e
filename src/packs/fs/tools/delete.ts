import type { DefinedTool } from "../../../library/define-tool.ts";
import { removePlace } from "../access/remove-place.ts";
import { toShownPath } from "../access/reach.ts";
import { flagArg, textArg } from "../args.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";

/** `fs.delete`: a file, or a folder. */
export function createDeleteTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.delete",
      title: "Delete a file or folder",
      description:
        "Deletes a file or an empty folder for good; a folder with something in it only with recursive. A link leads to what it points to. To change content use fs.edit.",
      effect: "destructive",
      params: {
        path: pathParam("The file or folder, relative to the workspace"),
        recursive: { type: "boolean", default: false, description: "Delete a folder with everything in it" },
      },
      result: { path: TEXT, kind: { enum: ["file", "folder"] }, deleted: COUNT },
      run: async (reach, args, { signal }) => {
        const place = textArg(args, "path");
        const { kind, count } = await removePlace(reach, place, { recursive: flagArg(args, "recursive"), signal });
        return { path: toShownPath(reach, place), kind, deleted: count };
      },
    },
    reachFor,
  );
}
