import type { ControlPlane } from "../../../call/runtime.ts";
import type { Caller } from "../../../model/caller.ts";
import { identify } from "../../arguments/identify.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { toCliError } from "../grants/add-grant.ts";
import { readNames, readSubject } from "../grants/read-subject.ts";
import type { SubjectOptions } from "../grants/read-subject.ts";

export interface CreateRequestOptions extends SubjectOptions {
  readonly tool?: readonly string[];
  readonly reason?: string;
  readonly token?: string;
}

export async function createRequest(cli: Cli, server: string, options: CreateRequestOptions): Promise<ExitCode> {
  const subject = readSubject(options);
  const toolAllow = readNames(options.tool, "--tool");
  return cli.withRuntime("control", async ({ control }) => {
    const by = await findRequester(options, control, cli);
    const asked = await control.access.request({ server, subject, toolAllow, reason: options.reason ?? null }, by);
    if (!asked.ok) throw toCliError(asked);
    const { request } = asked;
    cli.print(request, () => `Asked: ${request.id}\n`);
    cli.note(`Somebody else answers it: \`toolgate requests approve ${request.id}\` or \`reject\`.`);
    return EXIT.ok;
  });
}

/** Without a token it is the agent of this machine that asks, so that whoever holds the approver key can review it. */
function findRequester({ token, agent }: CreateRequestOptions, control: ControlPlane, cli: Cli): Promise<Caller> {
  return token === undefined ? control.localAgent(agent ?? "cli") : identify(token, control, cli);
}
