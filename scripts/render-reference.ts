import { writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { renderCli } from "./reference/cli.ts";
import { renderErrorCodes } from "./reference/error-codes.ts";
import { renderFreeModeGit } from "./reference/free-mode-git.ts";
import { renderParameterTypes } from "./reference/parameter-types.ts";
import { renderToolgateToml } from "./reference/toolgate-toml.ts";

export const REFERENCE_FOLDER: string = path.resolve(import.meta.dirname, "../docs/reference");

const NOTE = "<!-- Written by scripts/render-reference.ts. Change what it reads, then run it again. -->";

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  "cli.md": renderCli,
  "error-codes.md": renderErrorCodes,
  "free-mode-git.md": renderFreeModeGit,
  "parameter-types.md": renderParameterTypes,
  "toolgate-toml.md": renderToolgateToml,
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
