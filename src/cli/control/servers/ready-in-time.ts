import { parseWhole } from "../../arguments/choice.ts";
import { CliError } from "../../cli-error.ts";

const DEFAULT_SECONDS = 30;

/** `--timeout` of what connects to a server: seconds. @throws CliError */
export function parseWait(timeout: string | undefined): number {
  return timeout === undefined ? DEFAULT_SECONDS : parseWhole(timeout, "--timeout", [1, 600]);
}

export function notReady(name: string, seconds: number, hint: string): CliError {
  return new CliError("SERVER_FAILED", `MCP server \`${name}\` was not ready within ${seconds} s`, { hint });
}
