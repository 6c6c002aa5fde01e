import { showText } from "../text/show-text.ts";
import { openLog } from "./open-log.ts";

/** More in one line helps nobody; the audit has them all. */
const MAX_PLACES = 100;
const MAX_PATH = 4096;

/** Warns on stderr of what a confined program left that sets rules for others, with the call's id and where it was. */
export function logMovedAside(callId: string, places: readonly string[]): void {
  void openLog().then(({ log, scrub }) => {
    const shown = places.slice(0, MAX_PLACES).map((place) => showText(scrub(place), MAX_PATH));
    log.warn({ id: callId, count: places.length, places: shown }, TEXT);
  });
}

const TEXT = "moved aside what a confined program left that sets rules for other programs";
