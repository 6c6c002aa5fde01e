import { HandlerError } from "../../../model/handler.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import type { JsonObject } from "../../../model/json.ts";
import { escapeControls } from "../../../text/show-text.ts";
import type { Reach } from "../access/reach.ts";
import { toShownPath } from "../access/reach.ts";
import { createWalkReport } from "../access/walk-tree.ts";
import { flagArg, numberArg, textArg } from "../args.ts";
import { compileGlob } from "../glob/compile-glob.ts";
import type { ReachFor } from "./fs-tool.ts";
import { COUNT, TEXT, defineFsTool, pathParam } from "./fs-tool.ts";
import { walkFiles } from "./walk-files.ts";
import { CUT, cutList } from "./walk-result.ts";

/** `fs.glob`: files by name. */
export function createGlobTool(reachFor: ReachFor): DefinedTool {
  return defineFsTool(
    {
      name: "fs.glob",
      title: "Find files by name",
      description:
        "Finds files whose path fits a pattern: * and ? within a name, ** across folders, [a-z], {a,b}. `**/*.ts` finds at any depth, `*.ts` only at the top. To find text in files use fs.search.",
      effect: "read",
      params: {
        pattern: { type: "text", description: "Pattern for the path below `path`, such as src/**/*.{ts,tsx}" },
        path: pathParam("The folder to look in, relative to the workspace", { default: "." }),
        hidden: { type: "boolean", default: false, description: "Also names that begin with a dot" },
        ignored: { type: "boolean", default: false, description: "Also what .gitignore files leave out" },
        limit: { type: "integer", min: 1, max: 10_000, default: 1000, description: "Most files to give" },
      },
      result: { path: TEXT, files: { type: "array", items: TEXT }, count: COUNT, cut: CUT },
      run: (reach, args, { signal }) => glob(reach, args, signal),
    },
    reachFor,
  );
}

async function glob(reach: Reach, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const folder = textArg(args, "path");
  const pattern = textArg(args, "pattern");
  const compiled = compileGlob(pattern.replace(/^\.\//, ""));
  if (!compiled.ok) {
    throw new HandlerError("bad-pattern", `the pattern cannot be read: ${compiled.message}`, {
      hint: "see the tool's description",
    });
  }
  const report = createWalkReport();
  const limit = numberArg(args, "limit");
  // Who writes a dot wants names that begin with one.
  const hidden = flagArg(args, "hidden") || /(?:^|[/{,])\./.test(pattern);
  const files: string[] = [];
  for await (const entry of walkFiles(reach, folder, { signal, report, hidden, ignored: flagArg(args, "ignored") })) {
    if (!compiled.matches(entry.relative)) continue;
    if (files.length >= limit) {
      report.cut.add("results");
      break;
    }
    files.push(escapeControls(entry.relative));
  }
  files.sort();
  return { path: toShownPath(reach, folder), files, count: files.length, cut: cutList(report) };
}
