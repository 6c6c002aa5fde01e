import { convertMcpTools } from "../../import/mcp-tools/convert-mcp-tools.ts";
import { convertOpenApi } from "../../import/openapi/convert-openapi.ts";
import type { Cli } from "../cli.ts";
import type { ImportOptions } from "./import.ts";
import type { Source } from "./open-source.ts";
import type { ImportContext, ImportReport } from "./report.ts";
import { findToolFolder } from "./target.ts";
import { writeFiles } from "./write-files.ts";

/** Tool lists of MCP servers, and OpenAPI documents: one manifest a tool. */
export function importDocument(
  cli: Cli,
  { kind, document, name }: Source,
  context: ImportContext,
  { server, include = [], exclude = [] }: ImportOptions,
): ImportReport {
  const made =
    kind === "openapi"
      ? convertOpenApi(document, { server: server ?? null, source: name, include, exclude })
      : convertMcpTools(document, server ?? "", name);
  const report = writeFiles(cli, findToolFolder(cli, context), made.files, context);
  return {
    ...report,
    dropped: [...made.dropped, ...report.dropped],
    // Nothing at all is not what anybody asked for.
    failed: report.failed || report.written.length === 0,
  };
}
