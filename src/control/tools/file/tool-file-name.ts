import { isToolFileName } from "../../../registry/file-kinds.ts";

/**
 * The file that a tool of this name is written to. Names have no characters that mean anything in a path; what is left
 * are names whose file would be read as something else: `scope.toml`, or a whitelist tool called `x.clad`.
 */
export function toToolFileName(name: string, format: "whitelist" | "toolclad"): string {
  const ending = format === "toolclad" ? ".clad.toml" : ".toml";
  const isTaken =
    !isToolFileName(`${name.toLowerCase()}${ending}`) || (format === "whitelist" && /\.clad$/i.test(name));
  return `${name}${isTaken ? "_" : ""}${ending}`;
}
