import type { BindSecretRequest } from "../../call/runtime.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { renderBindCommand } from "../../secrets/bindings/explain-unbound.ts";
import { SPOKEN_FOR } from "../../secrets/bindings/find-binding.ts";
import { matchToolEntry, parseToolEntry } from "../../secrets/bindings/tool-entry.ts";
import { showText } from "../../text/show-text.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";

/**
 * Says of every name that only tools have here which the word is not about, such as those of a project, that none of them
 * gets the secret, and how they would.
 */
export async function findUnreached(
  { name, tools, hosts, workspaceOnly }: BindSecretRequest,
  { registry, currentTools }: Pick<SecretControlParts, "registry" | "currentTools">,
): Promise<readonly string[]> {
  if (tools.length === 0) return [];
  await currentTools();
  const present = [...registry.snapshot.tools.values()];
  const layers = SPOKEN_FOR[workspaceOnly ? "project" : "user"];
  return tools.flatMap((entry) => {
    const pattern = parseToolEntry(entry)?.pattern ?? "";
    const named = present.filter((tool) => matchName(pattern, tool.name));
    const [first] = named;
    if (first === undefined || named.some((tool) => matchToolEntry(entry, tool, layers))) return [];
    const whose = `${named.length === 1 ? "the only tool" : "every tool"} of that name here`;
    const command = renderBindCommand(name, first, hosts);
    return [
      `\`${showText(entry)}\` does not reach ${whose}, which is of the layer ${first.origin.layer}. For it: ${command}`,
    ];
  });
}
