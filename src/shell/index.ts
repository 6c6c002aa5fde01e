/** `toolgate/shell`: what a command line would run, without running it. */
export { analyzeCommand } from "./analyze-command.ts";
export { ITEM_CONTEXTS } from "./analysis.ts";
export type {
  AnalysisProblem,
  AnalysisProblemCode,
  CommandAnalysis,
  CommandItem,
  ItemAssignment,
  ItemContext,
  ItemRedirect,
  ItemWord,
} from "./analysis.ts";
export { parseSimpleScript } from "./parse-simple-script.ts";
export type { SimpleScriptResult } from "./parse-simple-script.ts";
export { createSecondOpinion } from "./second-opinion/create-second-opinion.ts";
export type { ParserFiles } from "./second-opinion/create-second-opinion.ts";
export type { SecondOpinion } from "./second-opinion/second-opinion.ts";
export type {
  ShellIssue,
  ShellIssueCode,
  SimpleScript,
  SimpleStage,
  SimpleStep,
  Span,
  StaticRedirect,
  StaticWord,
} from "./simple-script.ts";
