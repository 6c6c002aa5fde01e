import { withoutSecrets } from "../../log/without-secrets.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { BackendSpec } from "../../model/backend.ts";
import type { ContentBlock } from "../../model/outcome.ts";
import { createCleaner } from "../../output/text/create-cleaner.ts";
import type { Cleaner } from "../../output/text/create-cleaner.ts";
import { cleanBlock } from "../../output/text/clean-block.ts";
import type { Executed } from "../execute.ts";
import type { RunningCall } from "../gate.ts";
import { cutContent } from "./cut-content.ts";
import { keepFiles } from "./keep-files.ts";
import { shapeProcess } from "./process/shape-process.ts";
import type { ShapedOutput } from "./shaped-output.ts";
import { shapeHttp } from "./shape-http.ts";
import { shapeUpstream } from "./shape-upstream.ts";
import { shapeValue } from "./shape-value.ts";
import type { ShapeGate, Shaping } from "./shaping.ts";
import { withFiles } from "./with-files.ts";

/**
 * Turns what a back end brought into what the caller gets: in the promised shape, checked against its schema, without
 * secrets and without anything that acts or hides, kept where the tool wants it, and as long as the model may get it.
 */
export async function shapeOutput(
  { produced, scrubber }: Executed,
  admitted: AdmittedCall,
  gate: ShapeGate,
  { signal }: Pick<RunningCall, "signal">,
): Promise<ShapedOutput> {
  const cleaner = createCleaner(scrubber, EXACT.has(admitted.tool.backend.kind));
  try {
    const kept = await keepFiles(produced, admitted, scrubber, gate);
    const shaping: Shaping = { admitted, cleaner, gate, signal };
    const shaped = await shape({ produced, scrubber }, shaping);
    return cut(cleanAll(withFiles(shaped, kept, admitted), cleaner), admitted, gate);
  } catch (error) {
    throw withoutSecrets(error, scrubber.scrub);
  }
}

/** Code of the embedding program and of Toolgate itself; any other text may be an attacker's. */
const EXACT: ReadonlySet<BackendSpec["kind"]> = new Set(["handler", "internal"]);

async function shape({ produced, scrubber }: Executed, shaping: Shaping): Promise<ShapedOutput> {
  switch (produced.kind) {
    case "process":
      return shapeProcess(produced.result, shaping, scrubber);
    case "http":
      return shapeHttp(produced.result, shaping, scrubber);
    case "mcp":
      return shapeUpstream(produced.result, shaping);
    case "value":
      return shapeValue(produced, shaping);
  }
}

function cleanAll(shaped: ShapedOutput, cleaner: Cleaner): ShapedOutput {
  const clean = (blocks: readonly ContentBlock[]): readonly ContentBlock[] =>
    blocks.map((block) => cleanBlock(block, cleaner));
  return {
    error: shaped.error === null ? null : cleaner.error(shaped.error),
    content: clean(shaped.content),
    ...(shaped.forUser === undefined ? {} : { forUser: clean(shaped.forUser) }),
    structured: cleaner.value(shaped.structured),
    evidence: shaped.evidence,
  };
}

/** The model gets at most what the tool or the configuration says; with `both`, the person gets everything. */
function cut(shaped: ShapedOutput, { tool, call }: AdmittedCall, { config }: ShapeGate): ShapedOutput {
  const file = shaped.evidence?.outputFile;
  const rest =
    file === undefined ? `what is known of it: \`toolgate audit show ${call.id}\`` : `the whole output is in ${file}`;
  const content = cutContent(shaped.content, tool.output.maxModelChars ?? config.output.maxModelChars, rest);
  const whole = tool.output.audience === "both" ? { forUser: shaped.forUser ?? shaped.content } : {};
  return { ...shaped, content, ...whole };
}
