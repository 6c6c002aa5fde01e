import type { GivenReview } from "../../../control/access/access-control.ts";
import { matchName } from "../../../policy/rules/match-name.ts";
import type { StoredServerGrant } from "../../../storage/upstream-repositories.ts";
import { findId } from "../../arguments/find-id.ts";
import { identify } from "../../arguments/identify.ts";
import { readUntil } from "../../arguments/until.ts";
import type { UntilOptions } from "../../arguments/until.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { renderGrant, toCliError } from "../grants/add-grant.ts";
import { readNames, renderTools } from "../grants/read-subject.ts";

export interface ReviewOptions extends UntilOptions {
  readonly toolAllow?: readonly string[];
  readonly note?: string;
  readonly token?: string;
}

export async function reviewRequest(
  cli: Cli,
  verdict: GivenReview["verdict"],
  given: string,
  options: ReviewOptions,
): Promise<ExitCode> {
  const toolAllow = options.toolAllow === undefined ? null : readNames(options.toolAllow, "--tool-allow");
  const expiresAt = readUntil(options, new Date());
  return cli.withRuntime("control", async ({ control }) => {
    const by = options.token === undefined ? await control.owner() : await identify(options.token, control, cli);
    const requests = await control.access.listRequests();
    const id = findId(
      given,
      requests.map((request) => request.id),
    );
    const reviewed = await control.access.review({ id, verdict, toolAllow, expiresAt, note: options.note ?? null }, by);
    if (!reviewed.ok) throw toCliError(reviewed);
    const { grant, replaced } = reviewed;
    cli.print({ id, verdict, grant, replaced }, () => (grant === null ? "Rejected.\n" : `${renderGrant(grant)}\n`));
    if (grant !== null) noteLimits(cli, grant, replaced);
    return EXIT.ok;
  });
}

/** What the reviewer may not expect: an earlier list is replaced, and what an earlier grant denies stays denied. */
function noteLimits(cli: Cli, grant: StoredServerGrant, replaced: StoredServerGrant | null): void {
  if (replaced === null) return;
  cli.note(`It takes the place of: ${escapeLine(renderTools({ ...replaced, toolDeny: [] }))}.`);
  const denied = grant.toolAllow.filter((name) => grant.toolDeny.some((pattern) => matchName(pattern, name)));
  if (denied.length > 0) cli.note(`Still denied by the grant's tool_deny: ${escapeLine(denied.join(", "))}.`);
}
