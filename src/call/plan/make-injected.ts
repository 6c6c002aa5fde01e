import path from "node:path";
import { EvidenceError } from "../../evidence/evidence-error.ts";
import { toScanId } from "../../evidence/evidence-place.ts";
import type { CommandBackend } from "../../model/backend.ts";
import type { ResolvedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { Tool } from "../../model/tool.ts";
import type { PlaceValue } from "../../template/render-args.ts";
import type { Gate } from "../gate.ts";
import { toPlace } from "../shape/to-place.ts";

/** Placeholders whose values Toolgate makes. */
export type Injected = Readonly<Record<(typeof NAMES)[number], string>>;

const NAMES = ["_scan_id", "_output_file", "_output_dir", "_evidence_dir"] as const;

/** By what is written once for all calls: whether a program may be given any of them. */
const NEEDS = new WeakMap<CommandBackend, boolean>();

/** Whether a call of the tool needs them; most need none. */
export function needsInjected({ evidence }: Pick<Tool, "evidence">, backend: CommandBackend): boolean {
  const known = NEEDS.get(backend) ?? mayName(backend);
  NEEDS.set(backend, known);
  return known || evidence !== undefined;
}

function mayName({ args, stdin, variables }: CommandBackend): boolean {
  const text = JSON.stringify([args, stdin]);
  return variables !== undefined || NAMES.some((name) => text.includes(name));
}

/**
 * Values that exist once per call; the scan id ends like the call's own id, which ties output files to the record. The
 * folder is the call's own among the files of evidence; it is made right before the program runs.
 */
export function makeInjected(resolved: ResolvedCall, { evidence }: Pick<Gate, "evidence">): Injected {
  const folder = findFolder(resolved, evidence);
  return {
    _scan_id: toScanId(resolved.call),
    _output_file: path.join(folder, "output"),
    _output_dir: folder,
    _evidence_dir: folder,
  };
}

function findFolder(resolved: ResolvedCall, evidence: Gate["evidence"]): string {
  try {
    return evidence.pathFor(toPlace(resolved));
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw new Refused("validate", "EVIDENCE_UNAVAILABLE", error.message, { hint: error.hint });
  }
}

/** Everything that may stand in a place of a template: arguments first, then what the author and Toolgate put in. */
export function toPlaces(
  texts: ReadonlyMap<string, PlaceValue>,
  others: Readonly<Record<string, string>>,
): ReadonlyMap<string, PlaceValue> {
  const places = new Map(texts);
  for (const [name, text] of Object.entries(others)) {
    if (!places.has(name)) places.set(name, { text, numeric: false, allowLeadingDash: true });
  }
  return places;
}
