import { toReach } from "../../analysis/to-reach.ts";
import type { SecretCheck } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { SecretError } from "../../secrets/secret-source.ts";
import type { SecretUse } from "../../secrets/secret-source.ts";
import { showText } from "../../text/show-text.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";

/** What opening a secret for a tool would do; it is opened, and nobody is shown it. */
export async function checkSecret(
  { name, tool: toolName, host }: { readonly name: string; readonly tool: string; readonly host: string | null },
  { registry, currentTools, secrets }: SecretControlParts,
): Promise<SecretCheck> {
  await currentTools();
  const tool = registry.snapshot.tools.get(toolName);
  const none = { binding: null, place: null, host, isUsed: null };
  if (tool === undefined) {
    const message = `there is no tool \`${showText(toolName)}\` here`;
    // A server is bound like a tool, and is none.
    const hint = toolName.startsWith("mcp.")
      ? "`toolgate servers test NAME` tries the secrets of an MCP server."
      : "`toolgate tools list --all` shows those that there are.";
    return { ...none, isReleased: false, error: { code: "UNKNOWN_TOOL", message, hint } };
  }
  const isUsed = toReach(tool, null).secrets.includes(name);
  const use = { tool, host: host?.toLowerCase() ?? findOwnHost(tool) };
  try {
    const found = await findAll(name, use, secrets);
    await secrets.open([name], use);
    return { ...found, host: use.host, isReleased: true, isUsed, error: null };
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    const { code, message, hint } = error;
    return { ...none, host: use.host, isReleased: false, isUsed, error: { code, message, hint } };
  }
}

async function findAll(
  name: string,
  use: SecretUse,
  secrets: SecretControlParts["secrets"],
): Promise<Pick<SecretCheck, "binding" | "place">> {
  const binding = await secrets.findBinding(name, use);
  return { binding, place: binding === null ? null : await secrets.locate(name) };
}

/** The host of a request, where its author wrote it. */
function findOwnHost({ backend }: Tool): string | null {
  if (backend.kind !== "http") return null;
  const texts = backend.url.host.map((part) => (part.kind === "text" ? part.text : null));
  return texts.includes(null)
    ? null
    : texts
        .join("")
        .toLowerCase()
        .replace(/^\[|\]$/g, "");
}
