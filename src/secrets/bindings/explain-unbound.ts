import type { Tool } from "../../model/tool.ts";
import { showText } from "../../text/show-text.ts";
import { SecretError } from "../secret-source.ts";
import type { SecretUse } from "../secret-source.ts";

/** Nobody bound the secret to this use; the hint is the command that would. */
export function explainUnbound(name: string, { tool, host }: SecretUse): SecretError {
  const { layer } = tool.origin;
  const whose = layer === "builtin" ? "the built-in tool" : `the tool of the layer ${layer}`;
  const place = host === null ? "for its program" : `for the host \`${showText(host)}\``;
  const message = `the secret \`${showText(name)}\` is not bound to \`${showText(tool.name)}\`, ${whose}, ${place}`;
  const command = renderBindCommand(name, tool, host === null ? [] : [host]);
  return new SecretError("SECRET_NOT_BOUND", message, `If it should have it: ${command}`);
}

/** What a person types to bind a secret to the very tool that is there. */
export function renderBindCommand(
  name: string,
  { name: tool, origin }: Pick<Tool, "name" | "origin">,
  hosts: readonly string[],
): string {
  const target = origin.layer === "session" ? `session:${tool}` : tool;
  const words = ["toolgate", "secrets", "bind", quote(name), "--tool", quote(target)];
  for (const host of hosts) words.push("--host", quote(host));
  if (origin.layer === "project") words.push("--workspace");
  return words.join(" ");
}

function quote(word: string): string {
  return /^[A-Za-z0-9_.:/@%+-]+$/.test(word) ? word : `'${showText(word, 200).replaceAll("'", "'\\''")}'`;
}
