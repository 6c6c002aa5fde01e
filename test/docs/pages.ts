import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

export const ROOT: string = path.resolve(import.meta.dirname, "../..");

/** A page that people read. */
export interface Page {
  /** Relative to the repository. */
  readonly name: string;
  readonly text: string;
}

export interface Block {
  readonly text: string;
  /** Of its fence; 1-based. */
  readonly line: number;
}

/** Every Markdown page of the repository's top, `docs/` and `examples/`. */
export function readPages(): readonly Page[] {
  const top = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
  const deep = ["docs", "examples"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => path.join(folder, name)),
  );
  return [...top, ...deep].map((name) => ({ name, text: readFileSync(path.join(ROOT, name), "utf8") }));
}

/** The blocks of a page that are files of a tool folder: their first line is a comment with the name. */
export function readToolBlocks(page: Page): readonly (Block & { readonly file: string })[] {
  return ["toml", "js", "ts"].flatMap((language) =>
    readBlocks(page, language).flatMap((block) => {
      const file = /^(?:#|\/\/) (tools\/\S+\.(?:toml|[jt]s))\n/.exec(block.text)?.[1];
      return file === undefined ? [] : [{ ...block, file }];
    }),
  );
}

/** The fenced blocks of one language, without indentation that a list gives them. */
export function readBlocks({ text }: Page, language: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly indent: number; readonly isWanted: boolean; lines: string[] } | null =
    null;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^( *)```(\w*)\s*$/.exec(line);
    if (open === null && fence !== null) {
      open = { line: index + 1, indent: fence[1]?.length ?? 0, isWanted: fence[2] === language, lines: [] };
    } else if (open !== null && fence !== null) {
      if (open.isWanted) blocks.push({ line: open.line, text: `${open.lines.join("\n")}\n` });
      open = null;
    } else open?.lines.push(line.slice(open.indent));
  }
  return blocks;
}
