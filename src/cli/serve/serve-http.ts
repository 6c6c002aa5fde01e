import type { HttpServer } from "../../server/http/create-http-server.ts";
import type { LocalServer } from "../../server/local/create-local-server.ts";
import type { Runtime } from "../../call/runtime.ts";
import { CliError } from "../cli-error.ts";
import type { Cli } from "../cli.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { warnUntrusted } from "../output/untrusted.ts";
import { printBanner } from "./banner.ts";
import { obtainLocalToken } from "./local-token.ts";
import { reportChanges } from "./report-changes.ts";

/** Serves MCP over HTTP until the process is told to end. @param local what serves other processes, and ends with it */
export async function serveHttp(cli: Cli, runtime: Runtime, local: LocalServer): Promise<ExitCode> {
  const stop = cli.interruptible();
  const given = cli.env["TOOLGATE_TOKEN"];
  if (given !== undefined && (await runtime.control.authenticate(given)) === null) {
    const hint = "unset it to use the local token, or make one with `toolgate tokens create`";
    throw new CliError("UNAUTHENTICATED", "the token in TOOLGATE_TOKEN is unknown, expired or revoked", { hint });
  }
  // What was created elsewhere is never shown again; the name of the variable stands for it.
  const token = given === undefined ? await obtainLocalToken(runtime) : "$TOOLGATE_TOKEN";
  const { createHttpServer } = await import("../../server/http/create-http-server.ts");
  const onError = (error: Error): void => cli.note(escapeLine(error.message));
  const server = await createHttpServer(runtime, { onError }).catch((error: unknown) => {
    // The address may be another one than the folder's file says.
    warnUntrusted(runtime.config.trust, cli);
    throw error;
  });
  const stopReporting = reportChanges(runtime, cli);
  await printBanner(cli, runtime, { url: server.url, token });
  noteLink(cli, server.page);
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
  cli.note("Stopping: running calls may finish. Ctrl-C again ends at once.");
  stopReporting();
  await Promise.all([server.close(), local.close(runtime.config.limits.drainMs)]);
  return EXIT.ok;
}

/** The link lets whoever reads it answer: it goes to a person's terminal and into no log. */
function noteLink(cli: Cli, page: HttpServer["page"]): void {
  if (page === null) return;
  if (!cli.err.isTerminal) {
    cli.note("`toolgate approvals link` gives a link to answer them in a browser.");
    return;
  }
  cli.note(
    `Or in a browser, with this link, good for two minutes; later \`toolgate approvals link\` gives another:\n  ${page.link(null).url}`,
  );
}
