import type { Runtime } from "../../call/runtime.ts";
import type { Cli } from "../cli.ts";
import { escapeLine } from "../output/escape.ts";
import { countIssues, plural, renderIssues } from "../output/issues.ts";
import type { Screen } from "../output/screen.ts";
import { warnUntrusted } from "../output/untrusted.ts";
import { toHttpEntries, toStdioEntries } from "./client-entries.ts";
import type { ClientEntry, HttpAccess } from "./client-entries.ts";
import { describeStdio } from "./stdio-access.ts";

/** Says where the server is, how clients reach it, and what it serves. */
export async function printBanner(cli: Cli, runtime: Runtime, access: HttpAccess): Promise<void> {
  const { config, registry } = runtime;
  const { listed, issues } = registry.snapshot;
  const http = toHttpEntries(access);
  const stdio = toStdioEntries(describeStdio(config.configFile));
  const tools = listed.map(({ name }) => name);
  const issueText = await renderIssues(issues, cli.out);
  cli.print(
    { ...access, workspace: config.workspace, tools, issues, trust: config.trust, clients: { http, stdio } },
    (screen) => {
      const { bold, cyan, dim } = screen.colors;
      return [
        `${bold("Toolgate")} serves ${plural(tools.length, "tool")} of ${escapeLine(config.workspace)}\n`,
        `  ${dim("MCP   ")} ${cyan(access.url)}`,
        `  ${dim("token ")} ${access.token}\n`,
        `${bold("Connect a client")}\n`,
        ...http.map((entry) => renderEntry(entry, screen)),
        `${bold("Or let the client start its own server")} ${dim("(no token, no port)")}\n`,
        ...stdio.map((entry) => renderEntry(entry, screen)),
        `${bold("Loaded")}\n`,
        listed.map((tool) => `  ${escapeLine(tool.name)}  ${dim(escapeLine(tool.description))}\n`).join(""),
        issues.length === 0 ? "" : `${issueText}${countIssues(issues)}\n`,
      ].join("\n");
    },
  );
  warnUntrusted(config.trust, cli);
  cli.note("Questions of agents are answered with `toolgate approvals watch`. Ctrl-C stops.");
}

function renderEntry({ client, file, text }: ClientEntry, { colors }: Screen): string {
  const where = file === null ? client : `${client}  ${file}`;
  return `  ${colors.dim(where)}\n  ${text}\n`;
}
