import type { ErrorInfo } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import { renderErrorText } from "../../text/render-error-text.ts";
import { toPlainText } from "../../text/plain-text.ts";
import { escapeBlock, escapeLine } from "./text/escape.ts";
import { renderDuration } from "../../text/render-duration.ts";
import type { Screen } from "./screen.ts";
import { wrapText } from "./wrap-text.ts";

/** What the call gave the person: safe to look at in a terminal; elsewhere the text exactly as the gate let it out. */
export function renderContent(outcome: Outcome, screen: Screen): string {
  const text = dropError(toPlainText(outcome.forUser ?? outcome.content), outcome.error);
  if (text === "") return "";
  const shown = screen.isTerminal ? escapeBlock(text) : text;
  return shown.endsWith("\n") ? shown : `${shown}\n`;
}

/** A model reads the error in front of the output; a person reads it below, in {@link renderEnd}, and once is enough. */
function dropError(text: string, error: ErrorInfo | null): string {
  if (error === null) return text;
  const heads = [renderErrorText(error), renderErrorText({ ...error, hint: null }), error.message];
  const head = heads.find((candidate) => text === candidate || text.startsWith(`${candidate}\n`));
  return head === undefined ? text : text.slice(head.length + 1);
}

/** One line on how the call ended, and below it what to do when it did not end well. */
export function renderEnd(outcome: Outcome, screen: Screen): string {
  const { colors } = screen;
  const name = escapeLine(outcome.tool);
  const took = describeRun(outcome);
  switch (outcome.status) {
    case "success":
      return `${colors.green("✓")} ${name}${took}\n`;
    case "failed":
      return `${colors.red("✗")} ${name}${took}\n${renderError(outcome.error, screen)}`;
    case "refused":
      return `${colors.red("✗")} ${name} was refused\n${renderError(outcome.error, screen)}`;
    case "pending":
      return `${colors.yellow("?")} ${name} waits for a human\n`;
  }
}

function describeRun({ evidence }: Outcome): string {
  if (evidence === null) return "";
  const parts = [renderDuration(evidence.durationMs)];
  if (evidence.exitCode !== null) parts.push(`exit ${evidence.exitCode}`);
  if (evidence.signal !== null) parts.push(evidence.signal);
  if (evidence.truncated) parts.push("output cut");
  if (evidence.leftoverProcesses > 0) parts.push(`${evidence.leftoverProcesses} leftover processes killed`);
  return `  ${parts.join(", ")}`;
}

/** Code, message and hint of an error of a call. */
export function renderError(error: ErrorInfo | null, { colors, width }: Screen): string {
  if (error === null) return "";
  const hint = error.hint === null ? "" : `  ${colors.dim(wrapText(`hint: ${escapeLine(error.hint)}`, width, 4))}\n`;
  const said = `${error.code}: ${escapeBlock(error.message)}`;
  const lines = said.split("\n").map((line) => wrapText(line, width, 4));
  return `  ${colors.red(error.code)}${lines.join("\n").slice(error.code.length)}\n${hint}`;
}
