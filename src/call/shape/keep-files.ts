import { EvidenceError } from "../../evidence/evidence-error.ts";
import type { EvidenceFile } from "../../evidence/evidence-store.ts";
import type { Produced } from "../../backends/backend.ts";
import type { AdmittedCall } from "../../model/call.ts";
import { decodeText } from "../../output/text/decode-text.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";
import { decodeStated } from "./http/decode-body.ts";
import type { ShapeGate } from "./shaping.ts";
import { toPlace } from "./to-place.ts";

/** What is on disk of a call. */
export type KeptFiles =
  | {
      readonly ok: true;
      /** Where its output is; `null`: it is not kept. Absolute. */
      readonly outputFile: string | null;
      /** What the program itself left in its folder. */
      readonly files: readonly EvidenceFile[];
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/**
 * Writes the output that a tool wants kept, and looks at what its program left. Secrets are taken out of what is written:
 * the files outlive the call, and the hash over the raw bytes is in the record.
 */
export async function keepFiles(
  produced: Produced,
  admitted: AdmittedCall,
  scrubber: Scrubber,
  { evidence }: Pick<ShapeGate, "evidence">,
): Promise<KeptFiles> {
  const place = toPlace(admitted);
  try {
    const files = mayHaveFiles(admitted) ? await evidence.list(place) : [];
    const written: string[] = [];
    for (const [name, text] of toCaptures(produced, admitted, scrubber)) {
      written.push(await evidence.write(place, name, Buffer.from(text)));
    }
    return { ok: true, outputFile: findOwnOutput(admitted, files) ?? written[0] ?? null, files };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { ok: false, message: error.message, hint: error.hint };
  }
}

/** Only a program that was told its folder can have written into it. */
function mayHaveFiles({ plan, tool }: AdmittedCall): boolean {
  if (plan.kind === "handler") return false;
  return Object.keys(plan.injected).length > 0 || (tool.evidence ?? null) !== null;
}

/** The program's own file is the output when it wrote the one that it was told to. */
function findOwnOutput({ plan }: AdmittedCall, files: readonly EvidenceFile[]): string | undefined {
  const wanted = plan.kind === "handler" ? undefined : plan.injected["_output_file"];
  return files.find(({ file }) => file === wanted)?.file;
}

type Capture = readonly [name: string, text: string];

function toCaptures(produced: Produced, { tool }: AdmittedCall, scrubber: Scrubber): readonly Capture[] {
  if (tool.evidence?.capture !== true) return [];
  const read = (text: string, isCut: boolean): string => (isCut ? scrubber.scrubCut(text) : scrubber.scrub(text));
  switch (produced.kind) {
    case "process": {
      const { end, stdout, stdoutBytes, stderr, stderrBytes } = produced.result;
      if (end.kind === "spawn-failed") return [];
      const text = read(decodeText(stdout), stdoutBytes > stdout.byteLength);
      const errors: Capture = ["captured-stderr.txt", read(decodeText(stderr), stderrBytes > stderr.byteLength)];
      return [["captured-stdout.txt", text], ...(stderrBytes === 0 ? [] : [errors])];
    }
    case "http": {
      const { end, body, bodyBytes } = produced.result;
      if (end.kind !== "answered") return [];
      const text = decodeStated(body, end.headers["content-type"] ?? "");
      return [["captured-body.txt", read(text, bodyBytes > body.byteLength)]];
    }
    case "mcp": {
      const { end } = produced.result;
      if (end.kind !== "answered") return [];
      const { content, structured = null } = end;
      return [["captured-result.json", scrubber.scrub(JSON.stringify({ content, structured }))]];
    }
    case "value": {
      const { end } = produced;
      return end.kind === "returned" ? [["captured-value.json", scrubber.scrub(JSON.stringify(end.value))]] : [];
    }
  }
}
