import type { AssertionResult } from "../../analysis/assert/assertion.ts";
import type { ParamSpace, ToolAnalysis, WeakSpot } from "../../analysis/analysis.ts";
import { renderFields } from "./fields.ts";
import type { Screen } from "./screen.ts";
import { renderTable } from "./table.ts";
import { escapeLine } from "./text/escape.ts";
import { wrapText } from "./wrap-text.ts";

/** What a tool can possibly do, for somebody who has to judge it. */
export function renderAnalysis(analysis: ToolAnalysis, screen: Screen): string {
  const { reach, output, cedar } = analysis;
  const fields = renderFields(
    [
      ["tool", analysis.name],
      ["format", `${analysis.format}, ${analysis.layer} layer`],
      ["effect", analysis.effect],
      ["risk", analysis.riskTier],
      ["asks", analysis.humanApproval ? "a human, before every call" : null],
      ["cedar", cedar === null ? null : `${cedar.action} on ${cedar.resource}`],
      ...analysis.shape.map((line, index) => [index === 0 ? "does" : "", line] as const),
      ["programs", listOrNull(reach.programs)],
      ["hosts", listOrNull(reach.hosts)],
      ["targets", listOrNull(reach.targets)],
      ["paths", listOrNull(reach.paths)],
      ["environment", listOrNull(reach.environment)],
      ["secrets", listOrNull(reach.secrets)],
      ["calls", listOrNull(reach.tools)],
      ["confined", analysis.sandbox.join("; ") || null],
      ["returns", `${output.parser} as ${output.shape}${output.hasSchema ? ", checked against its schema" : ""}`],
    ],
    screen,
  );
  const parts = [fields, renderSpaces(analysis.params, screen), renderWarnings(analysis.warnings, screen)];
  return parts.filter((part) => part !== "").join("\n");
}

function listOrNull(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(", ");
}

function renderSpaces(params: readonly ParamSpace[], screen: Screen): string {
  if (params.length === 0) return "no parameters\n";
  return renderTable(
    [
      { title: "parameter", value: ({ name, required }: ParamSpace) => (required ? name : `${name}?`) },
      { title: "type", value: ({ type }) => type },
      { title: "space", value: ({ space }) => space },
      { title: "values", value: ({ size }) => (size === null ? "-" : String(size)) },
      { title: "held by", value: ({ held }) => held, wraps: true },
    ],
    params,
    screen,
  );
}

function renderWarnings(warnings: readonly WeakSpot[], screen: Screen): string {
  return warnings
    .map(({ code, message, hint }) => {
      const head = `${screen.colors.yellow("!")} ${wrapText(escapeLine(`${message} (${code})`), screen.width, 2)}`;
      return `${head}\n  ${screen.colors.dim(wrapText(escapeLine(hint), screen.width, 2))}\n`;
    })
    .join("");
}

/** Each assertion with its proof, or every tool that refutes it. */
export function renderAssertions(results: readonly AssertionResult[], screen: Screen): string {
  return results.map((result) => renderAssertion(result, screen)).join("");
}

function renderAssertion({ name, tools, counterexamples }: AssertionResult, { colors, width }: Screen): string {
  const holds = counterexamples.length === 0;
  const mark = holds ? (tools === 0 ? colors.yellow("!") : colors.green("✓")) : colors.red("✗");
  const about = tools === 0 ? "no tool is of this kind" : `${tools} ${tools === 1 ? "tool" : "tools"}`;
  const lines = counterexamples.map(
    ({ tool, message }) => `    ${wrapText(escapeLine(`${tool}: ${message}`), width, 4)}\n`,
  );
  return `${mark} ${escapeLine(name)} ${colors.dim(`(${about})`)}\n${lines.join("")}`;
}
