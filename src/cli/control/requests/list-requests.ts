import type { StoredAccessRequest } from "../../../storage/upstream-repositories.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";
import { renderTime } from "../../output/text/relative-time.ts";
import { shortenIds } from "../../output/text/short-ids.ts";
import { renderSubject } from "../grants/read-subject.ts";

export async function listRequests(cli: Cli, { all = false }: { readonly all?: boolean }): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const requests = (await control.access.listRequests()).filter(({ status }) => all || status === "pending");
    cli.print(requests, (screen) => renderRequests(requests, screen));
    if (requests.length === 0) cli.note(all ? "Nobody has asked for a server." : "No request waits for a review.");
    return EXIT.ok;
  });
}

function renderRequests(requests: readonly StoredAccessRequest[], screen: Screen): string {
  if (requests.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    requests.map(({ id }) => id),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: (request: StoredAccessRequest) => shorten(request.id) },
      { title: "server", value: ({ server }) => server },
      { title: "for", value: ({ subject }) => renderSubject(subject), shrinks: true },
      {
        title: "tools",
        value: ({ toolAllow }) => (toolAllow.length === 0 ? "all tools" : toolAllow.join(", ")),
        shrinks: true,
      },
      { title: "state", value: ({ status }) => status },
      {
        title: "asked by",
        value: ({ requestedBy, requestedWith }) => `${requestedBy} (${requestedWith})`,
        shrinks: true,
      },
      { title: "asked", value: ({ createdAt }) => renderTime(createdAt, now, screen) },
      { title: "reviewed by", value: ({ reviewedBy }) => reviewedBy ?? "", shrinks: true },
      { title: "reason", value: ({ reason, reviewNote }) => reviewNote ?? reason ?? "", shrinks: true },
    ],
    requests,
    screen,
  );
}
