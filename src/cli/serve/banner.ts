import { isPassage } from "../../registry/disclosure/is-passage.ts";
import { isMetaTool } from "../../registry/disclosure/meta-tools.ts";
import type { Runtime } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import type { Cli } from "../cli.ts";
import { escapeLine } from "../output/text/escape.ts";
import { countIssues, plural, renderIssues } from "../output/issues.ts";
import type { Screen } from "../output/screen.ts";
import { renderTools } from "../output/tool.ts";
import { warnUntrusted } from "../output/untrusted.ts";
import { toHttpEntries, toStdioEntries } from "./client-entries.ts";
import type { ClientEntry, HttpAccess } from "./client-entries.ts";
import { describeStdio } from "./stdio-access.ts";

/** More tools than this would push the token off the screen. */
const SHOWN_TOOLS = 20;

/** Says where the server is, how clients reach it, and what it serves. */
export async function printBanner(cli: Cli, runtime: Runtime, access: HttpAccess): Promise<void> {
  const { config, registry } = runtime;
  const { issues } = registry.snapshot;
  const listed = registry.snapshot.listed.filter(
    (tool) => runtime.canRun(tool) && !isMetaTool(tool) && !isPassage(tool),
  );
  const { workspace, trust } = config;
  const stdio = describeStdio(config, cli.env);
  const clients = { http: toHttpEntries(access, stdio.toolTimeoutSeconds), stdio: toStdioEntries(stdio) };
  const tools = listed.map(({ name }) => name);
  const issueText = issues.length === 0 ? "" : `${await renderIssues(issues, cli.out)}${countIssues(issues)}\n`;
  cli.print({ ...access, workspace, tools, issues, trust, clients }, (screen) =>
    [
      renderClients("Connect a client", clients.http, screen),
      renderClients("Or let the client start its own server (no token, no port)", clients.stdio, screen),
      renderLoaded(listed, screen),
      issueText,
      // Last, because what is above may be longer than the screen.
      renderAddress(access, workspace, screen),
    ].join("\n"),
  );
  warnUntrusted(trust, cli);
  cli.note("Questions of agents are answered with `toolgate approvals watch`. Ctrl-C stops.");
}

function renderAddress({ url, token }: HttpAccess, workspace: string, { colors }: Screen): string {
  const { bold, cyan, dim } = colors;
  return `${bold("Toolgate")} serves ${escapeLine(workspace)}\n  ${dim("MCP  ")} ${cyan(url)}\n  ${dim("token")} ${token}\n`;
}

function renderClients(title: string, entries: readonly ClientEntry[], { colors }: Screen): string {
  const lines = entries.map(({ client, file, text }) => {
    const where = file === null ? client : `${client}  ${file}`;
    return `\n  ${colors.dim(where)}\n${toLines(text)}`;
  });
  return `${colors.bold(title)}\n${lines.join("")}`;
}

/** As a person pastes it: JSON over several lines. */
function toLines(text: string): string {
  const shown = text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return shown.replace(/^/gm, "  ").concat("\n");
}

function renderLoaded(tools: readonly Tool[], screen: Screen): string {
  const more = tools.length > SHOWN_TOOLS ? `… and ${tools.length - SHOWN_TOOLS} more\n` : "";
  const title = screen.colors.bold(plural(tools.length, "tool"));
  return `${title}\n\n${renderTools(tools.slice(0, SHOWN_TOOLS), () => "on", screen)}${more}`;
}
