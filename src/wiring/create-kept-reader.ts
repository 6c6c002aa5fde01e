import type { Gate } from "../call/gate.ts";
import type { Runtime } from "../call/runtime.ts";
import { decodeWhole } from "../output/text/decode-whole.ts";
import { neutralizeText } from "../output/text/neutralize-text.ts";

/** Reads what is kept of calls as it may be handed out: without secrets that are known now, and without what acts or hides. */
export function createKeptReader({
  evidence,
  refreshScrubbing,
  revision,
  scrubberFor,
}: Pick<Gate, "evidence" | "refreshScrubbing" | "revision" | "scrubberFor">): Runtime["readKept"] {
  return async (file) => {
    const bytes = await evidence.read(file);
    if (bytes === null) return null;
    await refreshScrubbing(revision());
    const { scrub, holdsValue } = scrubberFor([]);
    const text = decodeWhole(bytes);
    if (text !== null) return { kind: "text", text: neutralizeText(scrub(text)) };
    // What is no text cannot be changed and stay what it is.
    const letters = bytes.toString("latin1");
    return scrub(letters) === letters && !holdsValue(bytes) ? { kind: "bytes", bytes } : null;
  };
}
