import { ROLES } from "../../model/caller.ts";
import type { StoredToken } from "../../storage/repositories.ts";
import { parseChoice } from "../arguments/choice.ts";
import { parseDuration } from "../arguments/duration.ts";
import { findId } from "../arguments/find-id.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { collect, examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { renderTime } from "../output/text/relative-time.ts";
import type { Screen } from "../output/screen.ts";
import { shortenIds } from "../output/text/short-ids.ts";
import { renderTable } from "../output/table.ts";

interface CreateOptions {
  readonly role?: readonly string[];
  readonly principal?: string;
  readonly agent: string;
  readonly expires?: string;
  readonly provider?: string;
}

export const defineTokens: DefineCommand = (command, act) => {
  command.addHelpText(
    "after",
    examples("tokens create --agent cursor --expires 30d", "tokens list", "tokens revoke bbe2ac3c"),
  );
  command
    .command("list")
    .description("every token, without its text, which is not kept")
    .addHelpText("after", examples("tokens list"))
    .action(act(listTokens));
  command
    .command("create")
    .description("make a token; its text is shown this once")
    .option("--role <role>", `${ROLES.join(", ")}; repeatable (default: agent)`, collect)
    .option("--principal <name>", "the person or service it stands for (default: you)")
    .option("--agent <name>", "the agent that will use it", "agent")
    .option("--provider <name>", "the provider of its model, which may choose a profile: `[policy.by_provider]`")
    .option("--expires <duration>", "such as 12h or 30d (default: never)")
    .addHelpText("after", examples("tokens create --agent cursor --expires 30d", "tokens create --role approver"))
    .action(act(createToken));
  command
    .command("revoke <id>")
    .description("refuse a token from the next call on, in every process; the beginning of its id is enough")
    .addHelpText("after", examples("tokens revoke bbe2ac3c"))
    .action(act(revokeToken));
};

async function listTokens(cli: Cli): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const tokens = await control.tokens.list();
    cli.print(tokens, (screen) => renderTokens(tokens, screen));
    if (tokens.length === 0) cli.note("No tokens: `toolgate tokens create` makes one.");
    return EXIT.ok;
  });
}

function renderTokens(tokens: readonly StoredToken[], screen: Screen): string {
  if (tokens.length === 0) return "";
  const now = new Date();
  const shorten = shortenIds(
    tokens.map(({ id }) => id),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: (token: StoredToken) => shorten(token.id) },
      { title: "principal", value: (token) => token.principal, shrinks: true },
      { title: "agent", value: (token) => token.agent, shrinks: true },
      { title: "roles", value: (token) => token.roles.join(",") },
      { title: "state", value: (token) => describeState(token, now), style: paintState },
      { title: "created", value: (token) => renderTime(token.createdAt, now, screen) },
      { title: "expires", value: (token) => renderTime(token.expiresAt, now, screen) },
    ],
    tokens,
    screen,
  );
}

function describeState({ revokedAt, expiresAt }: StoredToken, now: Date): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? "expired" : "valid";
}

function paintState(text: string, _token: StoredToken, colors: Screen["colors"]): string {
  return text.startsWith("valid") ? colors.green(text) : colors.dim(text);
}

async function createToken(cli: Cli, options: CreateOptions): Promise<ExitCode> {
  const roles = [...new Set((options.role ?? ["agent"]).map((role) => parseChoice(role, ROLES, "role")))];
  const lifeMs = options.expires === undefined ? null : parseDuration(options.expires, "--expires");
  return cli.withRuntime("control", async ({ control }) => {
    const owner = await control.owner();
    const wanted = {
      principal: options.principal ?? owner.principal,
      agent: options.agent,
      roles,
      provider: options.provider ?? null,
      expiresAt: lifeMs === null ? null : new Date(Date.now() + lifeMs).toISOString(),
    };
    const { token, stored } = await control.createToken(wanted, owner);
    cli.print({ token, ...stored }, (screen) => (screen.isTerminal ? `${screen.colors.bold(token)}\n` : `${token}\n`));
    cli.note(`Id ${stored.id}. The token is not kept and cannot be shown again.`);
    return EXIT.ok;
  });
}

async function revokeToken(cli: Cli, given: string): Promise<ExitCode> {
  return cli.withRuntime("control", async ({ control }) => {
    const tokens = await control.tokens.list();
    const id = findId(
      given,
      tokens.map((token) => token.id),
    );
    if (!(await control.revokeToken(id, await control.owner()))) {
      const hint = "`toolgate tokens list` shows the ids";
      throw new CliError("UNKNOWN_TOKEN", `no valid token has the id \`${id}\``, { hint });
    }
    cli.print({ id, revoked: true }, () => "Revoked.\n");
    return EXIT.ok;
  });
}
