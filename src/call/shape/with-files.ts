import type { AdmittedCall } from "../../model/call.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject } from "../../model/json.ts";
import type { KeptFiles } from "./keep-files.ts";
import type { ShapedOutput } from "./shaped-output.ts";

/**
 * The output with where its files are. When files that had to be kept are not, it is withheld, as if nothing had proven
 * it; that the program ran stays in the evidence.
 */
export function withFiles(shaped: ShapedOutput, kept: KeptFiles, { tool }: AdmittedCall): ShapedOutput {
  const envelope = tool.output.shape === "envelope" ? (shaped.structured as JsonObject | null) : null;
  if (!kept.ok) return withhold(shaped, kept, envelope);
  const { outputFile, files, kept: all } = kept;
  const listed = files.map(({ file, bytes, hash }) => ({ file, bytes, hash }));
  const structured = envelope && {
    ...envelope,
    ...(outputFile === null ? {} : { output_file: outputFile }),
    ...(listed.length === 0 ? {} : { evidence_files: listed }),
  };
  const evidence = shaped.evidence && {
    ...shaped.evidence,
    ...(outputFile === null ? {} : { outputFile }),
    ...(all === null ? {} : { kept: all }),
  };
  return { ...shaped, structured: structured ?? shaped.structured, evidence };
}

function withhold(
  { error: first, evidence }: ShapedOutput,
  { message: why, hint }: Extract<KeptFiles, { ok: false }>,
  envelope: JsonObject | null,
): ShapedOutput {
  const message = `the call ran, but the files of evidence that it has to leave could not be written: ${why}`;
  const details = first === null ? {} : { endedAs: first.code };
  const error: ErrorInfo = { code: "EVIDENCE_UNAVAILABLE", message, hint, details };
  const structured = envelope && { ...envelope, status: "error", results: null, error: message };
  return { error, content: [{ type: "text", text: `${error.code}: ${message}` }], structured, evidence };
}
