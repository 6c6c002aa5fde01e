import type { ArgumentText } from "../../config/trust/argument-text.ts";
import type { TrustedPolicies } from "../../config/trust/trusted-policies.ts";
import type { TrustedTool } from "../../config/trust/trusted-tool.ts";
import type { TrustReport } from "../../setup/trust-workspace.ts";
import { renderFields } from "./fields.ts";
import { plural } from "./issues.ts";
import { quoteArguments } from "../../text/quote-arguments.ts";
import type { Screen } from "./screen.ts";
import { renderTable } from "./table.ts";

/** Long enough for any command line that a person would read; what is longer says by how much. */
const MAX_SHOWN = 1000;

/** What trusting a folder would give it: the tools and what they run, the rules, the mode, the reach. */
export function renderTrust({ workspace, recorded, trust }: TrustReport, screen: Screen): string {
  if (workspace === null || trust === null) return "";
  const { tools, allow, mode, outsideRoots, policies, scope, settings } = trust.summary;
  const head = renderFields(
    [
      ["folder", workspace],
      [
        "trusted",
        recorded === null ? "never" : recorded === trust.hash ? "as it is" : "an earlier state; it changed since",
      ],
      ...(allow.length === 0 ? ["none"] : allow).map((rule) => ["allow rules", rule] as const),
      ["mode", mode],
      ["also works in", outsideRoots.join(", ") || null],
      ["scope", scope === null ? null : `${scope.file}: ${scope.targets.join(", ") || "nothing"}`],
      ...policies.map((policy) => ["Cedar policies", describePolicies(policy)] as const),
      ...settings.map(({ key, value }) => ["sets", `${key} = ${JSON.stringify(value)}`] as const),
      ["tools", tools.length === 0 ? "none" : String(tools.length)],
    ],
    screen,
  );
  if (tools.length === 0) return head;
  const commands = renderFields(
    tools.map((tool) => [`${tool.name} runs`, describeTool(tool)]),
    screen,
  );
  return `${head}\n${renderTrustedTools(tools, screen)}\n${commands}\n`;
}

/** A head that is cut is read in the file. */
function describePolicies({ file, permits, forbids }: TrustedPolicies): string {
  const counts = `${plural(permits.length, "permit")}, ${plural(forbids, "forbid")}`;
  return cut([`${file}: ${counts}`, ...permits].join("; "), file);
}

function renderTrustedTools(tools: readonly TrustedTool[], screen: Screen): string {
  return renderTable(
    [
      { title: "tool", value: (tool: TrustedTool) => tool.name },
      { title: "program", value: (tool) => tool.program ?? "-" },
      { title: "effect", value: (tool) => tool.effect },
      { title: "state", value: (tool) => (tool.enabled ? "on" : "off") },
      { title: "environment", value: (tool) => tool.environment.join(" ") || "-", shrinks: true },
      { title: "file", value: (tool) => tool.file, shrinks: true },
    ],
    tools,
    screen,
  );
}

/** The command line, quoted, so that nothing in it can pass for one of the notes after it. */
function describeTool(tool: TrustedTool): string {
  const notes = [
    ...(tool.humanApproval ? ["asks a human at every call"] : []),
    ...(tool.overrides ? ["may replace a tool of yours"] : []),
    ...(tool.aliasOf === null ? [] : [`is called where other systems mean ${quoteArguments([tool.aliasOf])}`]),
    ...(tool.outside.length > 0 ? [`reaches ${quoteArguments(tool.outside)}`] : []),
  ];
  const command =
    tool.program === null
      ? []
      : [[quoteArguments([tool.program]), ...tool.arguments.map(quoteText), ...describeFree(tool)].join(" ")];
  const line = [...command, ...tool.reach].join("; ") || "nothing of its own";
  return [cut(line, tool.file), ...(notes.length === 0 ? [] : [`(${notes.join("; ")})`])].join(" ");
}

/** Brackets stand around what is left out or chosen as a whole; a bracket of the author's is quoted. */
function quoteText(text: ArgumentText): string {
  return typeof text === "string" ? quoteArguments([text]) : `[ ${text.map(quoteText).join(" ")} ]`;
}

function describeFree({ free }: TrustedTool): readonly string[] {
  if (free === null) return [];
  const flags = free.flags.length === 0 ? [] : [`[ ${free.flags.map((flag) => quoteArguments([flag])).join(" | ")} ]`];
  return [`{${free.subcommands.map((name) => quoteArguments([name])).join(" | ")}}`, ...flags, "…"];
}

function cut(line: string, file: string): string {
  if (line.length <= MAX_SHOWN) return line;
  return `${line.slice(0, MAX_SHOWN)}… and ${plural(line.length - MAX_SHOWN, "character")} more: read ${file}`;
}
