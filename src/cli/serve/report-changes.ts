import { isPassage } from "../../registry/disclosure/is-passage.ts";
import { isMetaTool } from "../../registry/disclosure/meta-tools.ts";
import type { Runtime } from "../../call/runtime.ts";
import type { Cli } from "../cli.ts";
import { countIssues, plural, renderIssues } from "../output/issues.ts";

/** Says on standard error what an edit of the tool files changed. Returns how to stop. */
export function reportChanges({ registry }: Runtime, cli: Cli): () => void {
  let known = new Set(registry.snapshot.issues.map((issue) => JSON.stringify(issue)));
  return registry.onChange(({ listed, issues }) => {
    const fresh = issues.filter((issue) => !known.has(JSON.stringify(issue)));
    known = new Set(issues.map((issue) => JSON.stringify(issue)));
    cli.note(
      `Tools changed: ${plural(listed.filter((tool) => !isMetaTool(tool) && !isPassage(tool)).length, "tool")}, ${countIssues(issues)}.`,
    );
    void renderIssues(fresh, cli.err).then((text) => cli.err.write(text));
  });
}
