import { writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { renderBreakers } from "./reference/breakers.ts";
import { renderCli } from "./reference/cli.ts";
import { renderDenyPacks } from "./reference/deny-packs.ts";
import { renderErrorCodes } from "./reference/error-codes.ts";
import { renderFreeModeGit } from "./reference/free-mode-git.ts";
import { renderMcpConformance } from "./reference/mcp-conformance.ts";
import { renderParameterTypes } from "./reference/parameter-types.ts";
import { renderReadOnlyCommands } from "./reference/read-only-commands.ts";
import { renderScrubPatterns } from "./reference/scrub-patterns.ts";
import { renderToolgateToml } from "./reference/toolgate-toml.ts";
import { renderWrappers } from "./reference/wrappers.ts";

export const REFERENCE_FOLDER: string = path.resolve(import.meta.dirname, "../docs/reference");

const NOTE = "<!-- Written by scripts/render-reference.ts. Change what it reads, then run it again. -->";

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "breakers.md": renderBreakers,
  "cli.md": renderCli,
  "deny-packs.md": renderDenyPacks,
  "error-codes.md": renderErrorCodes,
  "free-mode-git.md": renderFreeModeGit,
  "mcp-conformance.md": renderMcpConformance,
  "parameter-types.md": renderParameterTypes,
  "read-only-commands.md": renderReadOnlyCommands,
  "scrub-patterns.md": renderScrubPatterns,
  "toolgate-toml.md": renderToolgateToml,
  "wrappers.md": renderWrappers,
};

/** The pages of the reference that are made from the code, by file name, formatted as they are committed. */
export async function renderReference(): Promise<ReadonlyMap<string, string>> {
  const pages = Object.entries(PAGES).map(async ([name, render]) => {
    const text = await format(`${NOTE}\n\n${await render()}`, { parser: "markdown", printWidth: 120 });
    return [name, text] as const;
  });
  return new Map(await Promise.all(pages));
}

if (import.meta.main) {
  for (const [name, text] of await renderReference()) writeFileSync(path.join(REFERENCE_FOLDER, name), text);
}
