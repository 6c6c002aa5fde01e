import type { JsonObject } from "../model/json.ts";
import { EXIT } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";

/** Ends a command with a message for people. @default exit code 1 */
export class CliError extends Error {
  readonly code: string;
  readonly hint: string | null;
  readonly details: JsonObject;
  readonly exitCode: ExitCode;

  constructor(
    code: string,
    message: string,
    extra: { hint?: string | null; details?: JsonObject; exitCode?: ExitCode } = {},
  ) {
    super(message);
    this.name = "CliError";
    this.code = code;
    this.hint = extra.hint ?? null;
    this.details = extra.details ?? {};
    this.exitCode = extra.exitCode ?? EXIT.failed;
  }
}

/** The command line itself is wrong: exit code 2. */
export function usageError(message: string, hint: string | null = null): CliError {
  return new CliError("USAGE", message, { hint, exitCode: EXIT.usage });
}
