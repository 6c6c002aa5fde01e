import { showText } from "../text/show-text.ts";
import type { UpstreamError } from "./upstream.ts";

const MOST_CHARACTERS = 1000;

/** Why a server cannot be used, and the end of what its program said, in one escaped line. */
export function renderFailure({ message, said }: UpstreamError): string {
  return said === null ? message : `${message}; it said: ${showText(said, MOST_CHARACTERS)}`;
}
