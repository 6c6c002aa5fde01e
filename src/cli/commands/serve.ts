import type { Runtime } from "../../call/runtime.ts";
import { parseWhole } from "../arguments/choice.ts";
import { parseAgent } from "../arguments/parse-agent.ts";
import { usageError } from "../cli-error.ts";
import type { Cli, RuntimeOverrides } from "../cli.ts";
import { examples } from "../command-row.ts";
import type { DefineCommand } from "../command-row.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { escapeLine } from "../output/text/escape.ts";
import { countIssues, renderIssues } from "../output/issues.ts";
import { warnUntrusted } from "../output/untrusted.ts";
import type { McpStreams } from "../local/serve-forwarded.ts";
import { reportChanges } from "../serve/report-changes.ts";
import { reportServers } from "../serve/report-servers.ts";
import { giveMemoryBackAtRest } from "../serve/rest.ts";

interface ServeOptions {
  readonly stdio?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly agent?: string;
  readonly standalone?: boolean;
}

export const defineServe: DefineCommand = (command, act) => {
  command
    .option("--stdio", "one client over standard input and output, as you; without it, many over HTTP with tokens")
    .option("--host <address>", "address to listen on (default: from the configuration, else loopback)")
    .option("--port <number>", "port to listen on; 0 takes any free one")
    .option("--standalone", "with --stdio: serve here, even where a gateway of this workspace runs")
    .option("--agent <name>", "with --stdio: the name that the client's calls are recorded under", parseAgent)
    .addHelpText(
      "after",
      examples("serve", "serve --port 0 --json", "serve --stdio --config /home/me/project/toolgate.toml"),
    )
    .action(act(serve));
};

async function serve(cli: Cli, options: ServeOptions): Promise<ExitCode> {
  if (options.stdio === true && (options.host ?? options.port) !== undefined) {
    throw usageError("--stdio has no host and no port");
  }
  if (options.stdio !== true && options.agent !== undefined) {
    throw usageError("--agent needs --stdio", "over HTTP the token says which agent calls");
  }
  if (options.stdio !== true && options.standalone === true) throw usageError("--standalone needs --stdio");
  if (options.stdio === true && options.standalone !== true) {
    const { serveForwarded } = await import("../local/serve-forwarded.ts");
    const exitCode = await serveForwarded(cli, options.agent ?? "stdio", (streams) =>
      serveHere(cli, options, {}, streams),
    );
    if (exitCode !== null) return exitCode;
  }
  const port = options.port === undefined ? undefined : parseWhole(options.port, "--port", [0, 65_535]);
  return serveHere(cli, options, { host: options.host, port });
}

/** In this process. `streams`: instead of standard input and output. */
function serveHere(
  cli: Cli,
  options: ServeOptions,
  overrides: RuntimeOverrides,
  streams: McpStreams = {},
): Promise<ExitCode> {
  return cli.withRuntime(
    "all",
    async (runtime) => {
      const stopReporting = reportServers(runtime, cli);
      const stopResting = giveMemoryBackAtRest();
      runtime.upstream.start();
      const { createLocalServer } = await import("../../server/local/create-local-server.ts");
      const local = await createLocalServer(runtime, {
        onError: (error) => cli.note(escapeLine(error.message)),
        takesConnections: options.stdio !== true,
      });
      try {
        if (options.stdio === true)
          return await serveStdio(cli, runtime, { agent: options.agent ?? "stdio", ...streams });
        const { serveHttp } = await import("../serve/serve-http.ts");
        return await serveHttp(cli, runtime, local);
      } finally {
        stopReporting();
        stopResting();
        await local.close();
      }
    },
    overrides,
  );
}

/** Standard output carries the protocol; everything for people goes to standard error, which clients keep as a log. */
async function serveStdio(
  cli: Cli,
  runtime: Runtime,
  options: McpStreams & { readonly agent: string },
): Promise<ExitCode> {
  const { serveMcpStdio } = await import("../../server/mcp/stdio.ts");
  const onError = (error: Error): void => cli.note(escapeLine(error.message));
  const connection = await serveMcpStdio(runtime, { ...options, onError });
  const { issues } = runtime.registry.snapshot;
  warnUntrusted(runtime.config.trust, cli);
  if (issues.length > 0) cli.err.write(`${await renderIssues(issues, cli.err)}${countIssues(issues)}\n`);
  const stopReporting = reportChanges(runtime, cli);
  await connection.closed;
  stopReporting();
  return EXIT.ok;
}
