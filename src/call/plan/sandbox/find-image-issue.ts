import type { Config } from "../../../config/config.ts";
import type { ManifestIssue } from "../../../manifest/manifest.ts";
import type { Tool } from "../../../model/tool.ts";
import { chooseConfinement } from "../../../sandbox/wanted/choose-confinement.ts";

/**
 * A container engine without an image confines nothing: an error where a tool wants confinement, else a warning, since
 * another file may name the image. `null`: there is one, or none is needed.
 */
export function findImageIssue(
  tools: readonly Tool[],
  { sandbox }: Pick<Config, "sandbox">,
  locate: (source: string) => Pick<ManifestIssue, "file" | "line">,
): ManifestIssue | null {
  const { engine, image, engineSource = "toolgate.toml" } = sandbox;
  if (engine === "bubblewrap" || image !== null) return null;
  const first = tools.find((tool) => startsPrograms(tool) && chooseConfinement(tool, sandbox).profile !== "none");
  const effect = first === undefined ? "" : `, which \`${first.name}\` needs`;
  const message = `\`engine = "${engine}"\` has no image, so it can confine nothing${effect}`;
  const hint = 'Name one beside it, `image = "debian:stable-slim"`, or leave out `engine` to use bubblewrap.';
  const severity = first === undefined ? "warning" : "error";
  return { severity, code: "missing-image", message, hint, ...locate(engineSource), column: 1, endColumn: 1 };
}

function startsPrograms({ backend, output }: Tool): boolean {
  return ["command", "script", "shell"].includes(backend.kind) || output.parser.startsWith("custom:");
}
