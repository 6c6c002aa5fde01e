import { parseSimpleScript } from "../../src/shell/parse-simple-script.ts";
import type { Judgement } from "./property.ts";

const READERS: ReadonlySet<string> = new Set(["echo", "ls", "cat", "grep", "wc", "head"]);

/** What Toolgate says about a line: whether it may run without a question, and all that it would then start and write. */
export function judgeLine(line: string): Judgement {
  const script = parseSimpleScript(line);
  if (!script.ok) return { allowed: false, commands: [], writes: [] };
  const stages = script.steps.flatMap((step) => step.stages);
  const commands = stages.map(({ words }) => words.map(({ text }) => text));
  const writes = stages.flatMap(({ redirects }) =>
    redirects.flatMap(({ redirect }) =>
      redirect.mode === "write" || redirect.mode === "append" ? [redirect.file] : [],
    ),
  );
  return { allowed: commands.every(([program = ""]) => READERS.has(program)), commands, writes };
}
