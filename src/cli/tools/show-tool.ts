import { analyseTool } from "../../analysis/analyse-tool.ts";
import { toInputSchema } from "../../manifest/to-input-schema.ts";
import type { Cli } from "../cli.ts";
import { renderJson } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderAnalysis } from "../output/analysis.ts";
import { renderTool } from "../output/tool.ts";
import { findServed } from "./find-served.ts";

/** Everything about one tool; with `analyse`, what it can possibly do. */
export async function showTool(cli: Cli, name: string, options: { readonly analyse?: boolean }): Promise<ExitCode> {
  return cli.withRuntime("all", (runtime) => {
    const tool = findServed(runtime, name);
    if (options.analyse === true) {
      const analysis = analyseTool(tool, runtime.config.scope.scope);
      cli.print(analysis, (screen) => renderAnalysis(analysis, screen));
      return EXIT.ok;
    }
    cli.print({ ...tool, inputSchema: toInputSchema(tool) }, (screen) => renderTool(tool, screen));
    return EXIT.ok;
  });
}

/** The JSON Schema of what a caller may send. */
export async function printSchema(cli: Cli, name: string): Promise<ExitCode> {
  return cli.withRuntime("all", (runtime) => {
    const schema = toInputSchema(findServed(runtime, name));
    cli.print(schema, () => renderJson(schema));
    return EXIT.ok;
  });
}
