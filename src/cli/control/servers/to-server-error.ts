import { UpstreamError } from "../../../mcp-bridge/upstream.ts";
import { CliError } from "../../cli-error.ts";

/** What a server could not do, for the person at the terminal; every other error as it is. */
export function toServerError(code: string, name: string, error: unknown): unknown {
  return error instanceof UpstreamError ? serverError(code, name, error) : error;
}

/** The same of what another process was told. */
export function serverError(
  code: string,
  name: string,
  { message, hint, said }: { readonly message: string; readonly hint: string; readonly said: string | null },
): CliError {
  // Further in than anything that Toolgate itself begins a line with.
  const lines = said === null ? [] : ["  its standard error:", ...said.split(/\r?\n/).map((line) => `    ${line}`)];
  return new CliError(code, [`MCP server \`${name}\`: ${message}`, ...lines].join("\n"), { hint });
}
