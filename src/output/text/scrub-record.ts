import { keepCanonicalJson } from "../../model/canonical-json.ts";
import type { JsonObject } from "../../model/json.ts";
import { createCleaner } from "./create-cleaner.ts";
import type { Scrubber } from "../scrub/scrubber.ts";

/**
 * What is kept on disk, without secrets: arguments may hold one that an agent was given elsewhere. Nearly always there is
 * none, which one look at the whole text shows.
 */
export function scrubRecord<Data extends JsonObject>(data: Data, scrubber: Scrubber): Data {
  const text = keepCanonicalJson(data);
  if (scrubber.scrub(text) === text) return data;
  return createCleaner(scrubber, true).value(data) as Data;
}
