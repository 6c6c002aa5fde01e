import { CommanderError } from "commander";
import { BadNameError } from "../control/validate-names.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { CliError, usageError } from "./cli-error.ts";
import { renderJson } from "./cli.ts";
import { EXIT } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import { escapeBlock } from "./output/text/escape.ts";
import { countIssues, renderIssues } from "./output/issues.ts";
import type { Screen } from "./output/screen.ts";
import { wrapText } from "./output/wrap-text.ts";

interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details: object;
  readonly exitCode: ExitCode;
  readonly issues: readonly ManifestIssue[];
}

/** Says why a command failed: for people on standard error, or as `{error}` on standard output with `--json`. */
export async function reportError(
  error: unknown,
  { json, out, err }: { readonly json: boolean; readonly out: Screen; readonly err: Screen },
): Promise<ExitCode> {
  const { exitCode, issues, ...report } = toReport(error);
  if (json) {
    const details = issues.length === 0 ? report.details : { ...report.details, issues };
    out.write(renderJson({ error: { ...report, details } }));
    return exitCode;
  }
  err.write(await renderIssues(issues, err));
  const hint =
    report.hint === null ? "" : `\n  ${err.colors.dim(wrapText(`hint: ${escapeBlock(report.hint)}`, err.width, 4))}`;
  err.line(`${err.colors.red("error")} ${err.colors.dim(report.code)} ${escapeBlock(report.message)}${hint}`);
  return exitCode;
}

function toReport(given: unknown): ErrorReport {
  const base = { hint: null, details: {}, exitCode: EXIT.failed, issues: [] };
  // Whoever typed the name can choose another.
  const error = given instanceof BadNameError ? usageError(given.message, given.hint) : given;
  if (error instanceof CliError) return { ...base, ...pick(error), hint: error.hint, exitCode: error.exitCode };
  if (error instanceof CommanderError) return toUsageReport(error, base);
  if (!(error instanceof Error)) return { ...base, code: "INTERNAL", message: String(error) };
  if (hasIssues(error)) {
    const message = `the configuration cannot be used: ${countIssues(error.issues)}`;
    return { ...base, code: "CONFIG", message, issues: error.issues };
  }
  if (isCoded(error)) return { ...base, ...pick(error), hint: error.hint ?? null };
  const hint = "this is a mistake in Toolgate; TOOLGATE_DEBUG=1 shows where it happened";
  const message = process.env["TOOLGATE_DEBUG"] === "1" ? (error.stack ?? error.message) : error.message;
  return { ...base, code: "INTERNAL", message, hint };
}

/** The library writes `error: unknown option '--jsn'\n(Did you mean --json?)`. */
function toUsageReport(error: CommanderError, base: Omit<ErrorReport, "code" | "message">): ErrorReport {
  const message = error.message.replace(/^error: /, "").replace(/\n\(/, " (");
  return { ...base, code: "USAGE", message, hint: "--help shows what is possible", exitCode: EXIT.usage };
}

function pick({ code, message, details }: { code: string; message: string; details?: object | undefined }): {
  code: string;
  message: string;
  details: object;
} {
  return { code, message, details: details ?? {} };
}

/** What loading a configuration throws. */
function hasIssues(error: Error): error is Error & { readonly issues: readonly ManifestIssue[] } {
  return "issues" in error && Array.isArray(error.issues);
}

/** What opening the store, and a port, throw. */
function isCoded(error: Error): error is Error & { readonly code: string; readonly hint?: string } {
  return "code" in error && typeof error.code === "string";
}
