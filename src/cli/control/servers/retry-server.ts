import { CliError } from "../../cli-error.ts";
import type { Cli } from "../../cli.ts";
import { EXIT } from "../../exit-codes.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { askServers } from "../../local/ask-servers.ts";
import { plural } from "../../output/issues.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { expectServer } from "./expect-server.ts";
import { notReady, parseWait } from "./ready-in-time.ts";
import { serverError } from "./to-server-error.ts";

/** Has the gateway that runs connect to a server now, instead of when its pause is over. */
export async function retryServer(cli: Cli, name: string, options: { readonly timeout?: string }): Promise<ExitCode> {
  const seconds = parseWait(options.timeout);
  await cli.withRuntime("control", ({ config }) => expectServer(name, config));
  const late = AbortSignal.timeout(seconds * 1000);
  const answer = await askServers(cli, { want: "retry", server: name }, AbortSignal.any([cli.interruptible(), late]));
  if (late.aborted) {
    const hint = "it goes on trying: `toolgate servers list` shows how that goes";
    throw notReady(name, seconds, hint);
  }
  if (answer === null) throw noGateway("no gateway of this workspace runs, so nobody waits for a server");
  if (typeof answer === "string") throw noGateway(`the gateway of this workspace cannot be asked: ${answer}`);
  if (!answer.ok) throw serverError("SERVER_FAILED", name, { ...answer, said: answer.said ?? null });
  const server = answer.servers.find((one) => one.name === name);
  cli.print({ ...server, pid: answer.pid }, ({ colors }) => {
    return `${colors.green("✓")} ${escapeLine(name)} is connected, with ${plural(server?.tools ?? 0, "tool")} to call.\n`;
  });
  return EXIT.ok;
}

function noGateway(message: string): CliError {
  const hint = "`toolgate servers test NAME` connects from here; `toolgate serve` starts a gateway";
  return new CliError("NO_GATEWAY", message, { hint });
}
