import { showText } from "../../text/show-text.ts";
import { SecretError } from "../secret-source.ts";
import type { SecretUse } from "../secret-source.ts";

/** Nobody bound the secret to this use; the hint is the command that would. */
export function explainUnbound(name: string, { tool, host }: SecretUse): SecretError {
  const { layer } = tool.origin;
  const whose = layer === "builtin" ? "the built-in tool" : `the tool of the layer ${layer}`;
  const place = host === null ? "for its program" : `for the host \`${showText(host)}\``;
  const message = `the secret \`${showText(name)}\` is not bound to \`${showText(tool.name)}\`, ${whose}, ${place}`;
  const target = layer === "session" ? `session:${tool.name}` : tool.name;
  const words = ["toolgate", "secrets", "bind", quote(name), "--tool", quote(target)];
  if (host !== null) words.push("--host", quote(host));
  if (layer === "project") words.push("--workspace");
  return new SecretError("SECRET_NOT_BOUND", message, `If it should have it: ${words.join(" ")}`);
}

function quote(word: string): string {
  return /^[A-Za-z0-9_.:/@%+-]+$/.test(word) ? word : `'${showText(word, 200).replaceAll("'", "'\\''")}'`;
}
