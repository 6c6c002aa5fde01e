import type { AccessRefusal } from "../../../control/access/access-control.ts";
import type { StoredServerGrant } from "../../../storage/upstream-repositories.ts";
import { readUntil } from "../../arguments/until.ts";
import type { UntilOptions } from "../../arguments/until.ts";
import { CliError, usageError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { readNames, readSubject, renderSubject, renderTools } from "./read-subject.ts";
import type { SubjectOptions } from "./read-subject.ts";

export interface AddGrantOptions extends SubjectOptions, UntilOptions {
  readonly toolAllow?: readonly string[];
  readonly toolDeny?: readonly string[];
  readonly override?: readonly string[];
  readonly off?: boolean;
}

export async function addGrant(cli: Cli, server: string, options: AddGrantOptions): Promise<ExitCode> {
  const wanted = {
    server,
    subject: readSubject(options),
    toolAllow: readNames(options.toolAllow, "--tool-allow"),
    toolDeny: readNames(options.toolDeny, "--tool-deny"),
    overrides: readOverrides(options.override ?? []),
    enabled: options.off !== true,
    expiresAt: readUntil(options, new Date()),
  };
  return cli.withRuntime("control", async ({ config, control }) => {
    const given = await control.access.grant(wanted, await control.owner());
    if (!given.ok) throw toCliError(given);
    const { grant, replaced } = given;
    cli.print({ ...grant, replaced }, () => `${renderGrant(grant)}\n`);
    if (replaced !== null) cli.note(`It takes the place of: ${escapeLine(renderTools(replaced))}.`);
    const declared = config.mcpServers.find(({ name }) => name === server);
    if (declared?.access === "rules") {
      cli.note('The server has `access = "rules"`: rules decide who may use it, and a grant only narrows that.');
    }
    return EXIT.ok;
  });
}

/** What a grant says by now, in a line. */
export function renderGrant(grant: StoredServerGrant): string {
  const what = grant.enabled ? renderTools(grant) : "nothing (it is off)";
  const until = grant.expiresAt === null ? "" : ` until ${grant.expiresAt}`;
  const text = `${renderSubject(grant.subject)} may use of ${grant.server}: ${what}${until}`;
  return `${grant.id}: ${escapeLine(text)}; it holds for the next call`;
}

export function toCliError({ code, message, hint }: AccessRefusal): CliError {
  const isRefused = code === "NOT_REVIEWER" || code === "OWN_REQUEST" || code === "NOT_YOURS" || code === "OVER";
  return new CliError(code, message, { hint, exitCode: isRefused ? EXIT.refused : EXIT.failed });
}

/** Which keys there are is judged where the grant is. */
function readOverrides(given: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    given.map((text): readonly [string, unknown] => {
      const at = text.indexOf("=");
      if (at < 1) throw usageError(`--override takes key=value, not \`${text}\``, "such as timeout_seconds=20");
      const value = text.slice(at + 1);
      return [text.slice(0, at), /^\d{1,9}$/.test(value) ? Number(value) : value];
    }),
  );
}
