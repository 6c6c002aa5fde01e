import type { ControlPlane } from "../../../call/runtime.ts";
import type { StoredRule } from "../../../storage/repositories.ts";
import type { StoredServerGrant } from "../../../storage/upstream-repositories.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import type { Screen } from "../../output/screen.ts";
import { renderTable } from "../../output/table.ts";
import { renderExpiry } from "../../output/text/expiry.ts";
import { renderTime } from "../../output/text/relative-time.ts";
import { shortenIds } from "../../output/text/short-ids.ts";
import { renderSubject, renderTools } from "./read-subject.ts";

/** `rule`: came with an approval; `server`: of an upstream MCP server. */
export type ListedGrant = ({ readonly kind: "rule" } & StoredRule) | ({ readonly kind: "server" } & StoredServerGrant);

export async function listGrants(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const grants = await readGrants(control);
    cli.print(grants, (screen) => renderGrants(grants, screen));
    if (grants.length === 0) cli.note("Nothing was granted: neither with an approval, nor of an MCP server.");
    return EXIT.ok;
  });
}

export async function readGrants(control: ControlPlane): Promise<readonly ListedGrant[]> {
  const [rules, servers] = await Promise.all([control.listGrants(), control.access.listGrants()]);
  return [
    ...rules.map((rule) => ({ kind: "rule", ...rule }) as const),
    ...servers.map((grant) => ({ kind: "server", ...grant }) as const),
  ];
}

function renderGrants(grants: readonly ListedGrant[], screen: Screen): string {
  if (grants.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    grants.map(({ id }) => id),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: (grant: ListedGrant) => shorten(grant.id) },
      { title: "kind", value: ({ kind }) => kind },
      { title: "what", value: toWhat, shrinks: true },
      { title: "for", value: toWhom, shrinks: true },
      { title: "by", value: (grant) => (grant.kind === "rule" ? grant.createdBy : grant.grantedBy), shrinks: true },
      {
        title: "given",
        value: (grant) => renderTime(grant.kind === "rule" ? grant.createdAt : grant.updatedAt, now, screen),
      },
      { title: "until", value: ({ expiresAt }) => renderExpiry(expiresAt, now, screen) },
      {
        title: "with",
        value: (grant) => (grant.kind === "rule" ? grant.approval : grant.request) ?? "",
        shrinks: true,
      },
      { title: "reason", value: (grant) => (grant.kind === "rule" ? (grant.reason ?? "") : ""), shrinks: true },
    ],
    grants,
    screen,
  );
}

function toWhat(grant: ListedGrant): string {
  if (grant.kind === "rule") return grant.rule;
  const { timeout_seconds: timeout } = grant.overrides;
  const within = timeout === undefined ? "" : `, within ${timeout} s`;
  return `${grant.server}: ${grant.enabled ? renderTools(grant) : "off"}${within}`;
}

function toWhom(grant: ListedGrant): string {
  if (grant.kind === "server") return renderSubject(grant.subject);
  return grant.session === null ? grant.layer : `session ${grant.session}`;
}
