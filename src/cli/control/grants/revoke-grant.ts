import type { ControlPlane } from "../../../call/runtime.ts";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import type { Caller } from "../../../model/caller.ts";
import type { StoredServerGrant } from "../../../storage/upstream-repositories.ts";
import { findId } from "../../arguments/find-id.ts";
import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { readGrants } from "./list-grants.ts";
import type { ListedGrant } from "./list-grants.ts";

/** @param given an id, its beginning, or `SERVER/NAME` */
export async function revokeGrant(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ config, control }) => {
    const grants = await readGrants(control);
    const id =
      findNamed(given, grants) ??
      findId(
        given,
        grants.map((grant) => grant.id),
      );
    const grant = grants.find((one) => one.id === id);
    if (grant === undefined || !(await revoke(grant, control, await control.owner()))) {
      const hint = "`toolgate grants list` shows the ids; other rules are removed with `toolgate rules remove`";
      throw new CliError("UNKNOWN_GRANT", `no grant has the id \`${id}\``, { hint });
    }
    cli.print({ id, kind: grant.kind, revoked: true }, () => "Revoked; it no longer holds for the next call.\n");
    const isNarrowing = grant.kind === "server" && !needsGrant(grant, config.mcpServers);
    if (isNarrowing) cli.note("The rules alone decide now what the grant was about.");
    return EXIT.ok;
  });
}

function revoke({ kind, id }: ListedGrant, control: ControlPlane, by: Caller): Promise<boolean> {
  return kind === "rule" ? control.revokeGrant(id, by) : control.access.revoke(id, by);
}

/** Without one, an agent may use nothing of such a server; a grant of anything else only kept something from somebody. */
function needsGrant({ server, subject }: StoredServerGrant, servers: readonly McpServer[]): boolean {
  return subject.kind === "agent" && servers.find(({ name }) => name === server)?.access === "granted";
}

function findNamed(given: string, grants: readonly ListedGrant[]): string | null {
  const named = grants.filter((grant) => grant.kind === "server" && `${grant.server}/${grant.subject.name}` === given);
  const [first, second] = named;
  if (first === undefined || second === undefined) return first?.id ?? null;
  throw new CliError("AMBIGUOUS_ID", `an agent and a user have grants named \`${given}\``, {
    hint: `give the id of one of them: ${named.map(({ id }) => id).join(", ")}`,
    exitCode: EXIT.usage,
  });
}
