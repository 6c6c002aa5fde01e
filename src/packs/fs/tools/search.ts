import type { DefinedTool } from "../../../library/define-tool.ts";
import type { JsonSchema } from "../../../model/json.ts";
import { flagArg, numberArg, optionalText, textArg } from "../args.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";
import { searchFiles } from "./search-files.ts";
import { CUT } from "./walk-result.ts";

const LINES: JsonSchema = { type: "array", items: TEXT };

/** `fs.search`: lines that match a pattern. */
export function createSearchTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.search",
      title: "Search in files",
      description:
        "Finds lines that match a regular expression (RE2: no look-around, no back-references) in all text files below a folder. " +
        "What .gitignore leaves out, hidden and binary files are skipped. To find files by name use fs.glob.",
      effect: "read",
      params: {
        pattern: { type: "text", description: "RE2 pattern, searched within each line; escape . ( [ for literal text" },
        path: pathParam("The folder or file to search, relative to the workspace", { default: "." }),
        glob: { type: "text", optional: true, description: "Only files like this: *.ts (any depth) or src/**/*.ts" },
        ignore_case: { type: "boolean", default: false, description: "Take capital and small letters as the same" },
        context_lines: { type: "integer", min: 0, max: 20, default: 0, description: "Lines to show before and after" },
        hidden: { type: "boolean", default: false, description: "Also names that begin with a dot" },
        ignored: { type: "boolean", default: false, description: "Also what .gitignore files leave out" },
        max_results: { type: "integer", min: 1, max: 1000, default: 100, description: "Most lines to give" },
      },
      result: {
        path: TEXT,
        matches: {
          type: "array",
          items: {
            type: "object",
            properties: { path: TEXT, line: COUNT, text: TEXT, before: LINES, after: LINES },
            required: ["path", "line", "text"],
            additionalProperties: false,
          },
        },
        files_searched: COUNT,
        skipped: {
          type: "object",
          properties: { binary: COUNT, large: COUNT, unreadable: COUNT, long_lines: COUNT },
          required: ["binary", "large", "unreadable", "long_lines"],
          additionalProperties: false,
        },
        cut: CUT,
      },
      run: (reach, args, { signal }) =>
        searchFiles(reach, {
          start: textArg(args, "path"),
          pattern: textArg(args, "pattern"),
          glob: optionalText(args, "glob"),
          ignoreCase: flagArg(args, "ignore_case"),
          contextLines: numberArg(args, "context_lines"),
          hidden: flagArg(args, "hidden"),
          ignored: flagArg(args, "ignored"),
          maxResults: numberArg(args, "max_results"),
          signal,
        }),
    },
    reachFor,
  );
}
