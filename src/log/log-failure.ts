import { openLog } from "./open-log.ts";
import { withoutSecrets } from "./without-secrets.ts";

/**
 * Writes the cause of an unexpected failure to stderr as one JSON line, under the id that the caller was given, without what
 * looks like a secret. Nothing is loaded before something fails.
 */
export function logFailure(id: string, cause: unknown): void {
  void openLog().then(({ log, scrub }) => log.error({ id, err: withoutSecrets(cause, scrub) }, "unexpected failure"));
}
