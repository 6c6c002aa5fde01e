import type { TrustedTool } from "../../config/trust.ts";
import type { TrustReport } from "../../setup/trust-workspace.ts";
import { renderFields } from "./fields.ts";
import type { Screen } from "./screen.ts";
import { renderTable } from "./table.ts";

/** What trusting a folder would give it: the tools and what they run, the rules, the mode, the reach. */
export function renderTrust({ workspace, recorded, trust }: TrustReport, screen: Screen): string {
  if (workspace === null || trust === null) return "";
  const { tools, allow, mode, outsideRoots, scope } = trust.summary;
  const head = renderFields(
    [
      ["folder", workspace],
      [
        "trusted",
        recorded === null ? "never" : recorded === trust.hash ? "as it is" : "an earlier state; it changed since",
      ],
      ["allow rules", allow.join(", ") || "none"],
      ["mode", mode],
      ["also works in", outsideRoots.join(", ") || null],
      ["scope", scope === null ? null : `${scope.file}: ${scope.targets.join(", ") || "nothing"}`],
      ["tools", tools.length === 0 ? "none" : String(tools.length)],
    ],
    screen,
  );
  return tools.length === 0 ? head : `${head}\n${renderTrustedTools(tools, screen)}\n`;
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
