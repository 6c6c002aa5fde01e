import path from "node:path";
import type { ResolvedCall } from "../../model/call.ts";
import type { PlaceValue } from "../../template/render-args.ts";

/** Placeholders whose values Toolgate makes. */
export type Injected = Readonly<Record<"_scan_id" | "_output_file" | "_output_dir" | "_evidence_dir", string>>;

/** Values that exist once per call; the scan id ends like the call's own id, which ties output files to the record. */
export function makeInjected({ call, session }: ResolvedCall): Injected {
  const scanId = `${Math.floor(call.receivedAt / 1000)}-${call.id.replaceAll("-", "").slice(-16)}`;
  return {
    _scan_id: scanId,
    _output_file: path.join(session.folder, `${scanId}-output`),
    _output_dir: session.folder,
    _evidence_dir: session.folder,
  };
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
