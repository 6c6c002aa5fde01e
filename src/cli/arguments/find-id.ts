import { CliError, usageError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";

const SHORTEST = 4;
const LISTED = 10;

/**
 * The one of `ids` that `given` is, or begins; `given` itself when none is, so that whoever looks it up says what is
 * wrong. Too short a beginning and one of several ids are errors: nobody may approve or remove what they did not mean.
 */
export function findId(given: string, ids: Iterable<string>): string {
  const wanted = given.toLowerCase();
  const found = [...new Set(ids)].filter((id) => id.startsWith(wanted));
  if (found.length === 0 || found.includes(wanted)) return found.length === 0 ? given : wanted;
  if (wanted.length < SHORTEST) {
    throw usageError(`\`${given}\` is too short for an id`, `give its first ${SHORTEST} characters or more`);
  }
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  const more = found.length > LISTED ? ", …" : "";
  throw new CliError("AMBIGUOUS_ID", `${found.length} ids begin with \`${given}\``, {
    hint: `give more of one of them: ${found.slice(0, LISTED).join(", ")}${more}`,
    details: { ids: found.slice(0, LISTED) },
    exitCode: EXIT.usage,
  });
}
