import type { DefinedTool } from "../../../library/define-tool.ts";
import { movePlace } from "../access/move-place.ts";
import { toShownPath } from "../access/reach.ts";
import { flagArg, textArg } from "../args.ts";
import type { ReachFor } from "./fs-tool.ts";
import { FLAG, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";

/** `fs.rename`: another name or place for a file or a folder. */
export function createRenameTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.rename",
      title: "Rename or move a file or folder",
      description:
        "Gives a file or folder another name or place. The folder it goes to must exist (fs.mkdir). Fails if something of the new name exists, unless overwrite.",
      effect: "write",
      params: {
        path: pathParam("What to rename, relative to the workspace"),
        to: pathParam("The full new path, relative to the workspace"),
        overwrite: {
          type: "boolean",
          default: false,
          description: "Replace an existing file; folders are never replaced",
        },
      },
      result: { path: TEXT, to: TEXT, kind: { enum: ["file", "folder"] }, replaced: FLAG },
      run: async (reach, args, { signal }) => {
        const [from, to] = [textArg(args, "path"), textArg(args, "to")];
        const moved = await movePlace(reach, { from, to, overwrite: flagArg(args, "overwrite"), signal });
        return { path: toShownPath(reach, from), to: toShownPath(reach, to), ...moved };
      },
    },
    reachFor,
  );
}
