import { hash } from "node:crypto";
import path from "node:path";
import { EvidenceError } from "../../evidence/evidence-error.ts";
import type { EvidenceFile } from "../../evidence/evidence-store.ts";
import type { Produced } from "../../backends/backend.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { KeptFile, KeptFiles as Kept } from "../../model/outcome.ts";
import { isProgramPlan } from "../../model/plan.ts";
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
      /** All of it, for the record; `null`: nothing. */
      readonly kept: Kept | null;
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
    const written: (KeptFile & { readonly file: string })[] = [];
    for (const [name, text] of toCaptures(produced, admitted, scrubber)) {
      const bytes = Buffer.from(text);
      const file = await evidence.write(place, name, bytes);
      written.push({ file, name, bytes: bytes.byteLength, hash: `sha256:${hash("sha256", bytes)}` });
    }
    const folder = files.length + written.length === 0 ? null : evidence.pathFor(place);
    const kept =
      folder === null
        ? null
        : { folder, files: [...toKept(files, folder, admitted, scrubber), ...written.map(toNote)] };
    return { ok: true, outputFile: findOwnOutput(admitted, files) ?? written[0]?.file ?? null, files, kept };
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { ok: false, message: error.message, hint: error.hint };
  }
}

function toNote({ name, bytes, hash: sum }: KeptFile): KeptFile {
  return { name, bytes, hash: sum };
}

/** What a program wrote is as it wrote it: nobody took secrets out. */
function toKept(
  files: readonly EvidenceFile[],
  folder: string,
  { plan }: AdmittedCall,
  { scrub }: Scrubber,
): readonly KeptFile[] {
  const hadSecrets =
    isProgramPlan(plan) && plan.sealedEnvironment.length + Object.keys(plan.secretEnvironment ?? {}).length > 0;
  return files.map(({ file, bytes, hash: sum }) => {
    const own = path.relative(folder, file);
    const name = scrub(own);
    return { name, bytes, hash: sum, ...(hadSecrets || name !== own ? { isWithheld: true as const } : {}) };
  });
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
