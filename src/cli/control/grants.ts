import type { StoredRule } from "../../storage/repositories.ts";
import { findId } from "../arguments/find-id.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Screen } from "../output/screen.ts";
import { renderTable } from "../output/table.ts";
import { renderExpiry } from "../output/text/expiry.ts";
import { renderTime } from "../output/text/relative-time.ts";
import { shortenIds } from "../output/text/short-ids.ts";

export const defineGrants: DefineCommand = (command, act) => {
  command.addHelpText("after", examples("grants list", "grants revoke 76de5ec9"));
  command
    .command("list")
    .description("what people allowed from now on when they approved a call, here and everywhere")
    .addHelpText("after", examples("grants list"))
    .action(act(listGrants));
  command
    .command("revoke <id>")
    .description("ask about such calls again, from the next one on; the beginning of the id is enough")
    .addHelpText("after", examples("grants revoke 76de5ec9"))
    .action(act(revokeGrant));
};

async function listGrants(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const grants = await control.listGrants();
    cli.print(grants, (screen) => renderGrants(grants, screen));
    if (grants.length === 0) cli.note("Nothing was allowed for good with an approval.");
    return EXIT.ok;
  });
}

function renderGrants(grants: readonly StoredRule[], screen: Screen): string {
  if (grants.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    grants.map(({ id }) => id),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: (grant: StoredRule) => shorten(grant.id) },
      { title: "rule", value: ({ rule }) => rule, shrinks: true },
      {
        title: "scope",
        value: ({ layer, session }) => (session === null ? layer : `session ${session}`),
        shrinks: true,
      },
      { title: "by", value: ({ createdBy }) => createdBy, shrinks: true },
      { title: "given", value: ({ createdAt }) => renderTime(createdAt, now, screen) },
      { title: "until", value: ({ expiresAt }) => renderExpiry(expiresAt, now, screen) },
      { title: "approval", value: ({ approval }) => approval ?? "", shrinks: true },
      { title: "reason", value: ({ reason }) => reason ?? "", shrinks: true },
    ],
    grants,
    screen,
  );
}

async function revokeGrant(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const id = findId(
      given,
      (await control.listGrants()).map((grant) => grant.id),
    );
    if (!(await control.revokeGrant(id, await control.owner()))) {
      const hint = "`toolgate grants list` shows the ids; other rules are removed with `toolgate rules remove`";
      throw new CliError("UNKNOWN_GRANT", `no grant has the id \`${id}\``, { hint });
    }
    cli.print({ id, revoked: true }, () => "Revoked; it no longer holds for the next call.\n");
    return EXIT.ok;
  });
}
