import type { CommandAnalysis } from "../../../shell/analysis.ts";
import { analyzeCommand } from "../../../shell/analyze-command.ts";
import type { SecondOpinion } from "../../../shell/second-opinion/second-opinion.ts";

/** Understands command lines with both parsers. */
export interface LineAnalyzer {
  /** Loads the second parser, once; to be awaited before the first line. Never rejects. */
  prepare(): Promise<void>;
  /** The same object for the same text, for as long as it is remembered. */
  analyze(text: string): CommandAnalysis;
}

/** A call looks at its line several times, and agents repeat themselves. */
const MOST_REMEMBERED = 64;

export function createLineAnalyzer(load: () => Promise<SecondOpinion> = loadLazily): LineAnalyzer {
  const known = new Map<string, CommandAnalysis>();
  let second: SecondOpinion | null = null;
  let failure: string | null = "it is not loaded yet";
  let loading: Promise<void> | null = null;
  return {
    prepare() {
      loading ??= load().then(
        (opinion) => {
          [second, failure] = [opinion, null];
          known.clear();
        },
        (error: unknown) => {
          failure = error instanceof Error ? error.message : String(error);
          // The next line tries again.
          loading = null;
        },
      );
      return loading;
    },
    analyze(text) {
      const analysis = known.get(text) ?? (second === null ? doubt(text, failure ?? "") : analyzeCommand(text, second));
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(text, analysis);
      return analysis;
    },
  };
}

/** Most gateways serve no command lines, and start without the parser. */
async function loadLazily(): Promise<SecondOpinion> {
  const { loadShellParser } = await import("../../../facts/load-shell-parser.ts");
  return loadShellParser();
}

/** With one parser alone, no line is understood well enough to run unasked. */
function doubt(text: string, why: string): CommandAnalysis {
  const analysis = analyzeCommand(text);
  const message = `the second parser of command lines could not be used: ${why}`;
  const problem = { code: "parsers-disagree", message, start: 0, end: text.length } as const;
  return { ...analysis, problems: [...analysis.problems, problem], script: null };
}
