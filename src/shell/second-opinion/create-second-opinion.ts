import { Language, Parser, Query } from "web-tree-sitter";
import type { Tree } from "web-tree-sitter";
import type { SecondOpinion } from "./second-opinion.ts";

/** The two WebAssembly files of the parser. */
export interface ParserFiles {
  /** `web-tree-sitter.wasm`; the first one given in a process stays. */
  readonly runtime: Uint8Array;
  /** `tree-sitter-bash.wasm`. */
  readonly grammar: Uint8Array;
}

/** Asked now and then while a text is parsed; ordinary lines do not get to the second time. */
const MAX_STEPS = 2000;

/** Starts tree-sitter with its grammar of bash. Rejects where the files are not what they should be. */
export async function createSecondOpinion({ runtime, grammar }: ParserFiles): Promise<SecondOpinion> {
  await Parser.init({ wasmBinary: toBuffer(runtime) });
  const language = await Language.load(grammar);
  const parser = new Parser();
  parser.setLanguage(language);
  const names = new Query(language, "[(command_name) (declaration_command) (unset_command)] @name");
  return {
    findNames: (text) => {
      const tree = parse(parser, text);
      if (tree === null) return null;
      const { rootNode } = tree;
      const found = rootNode.hasError ? null : names.captures(rootNode).map(({ node }) => node.startIndex);
      tree.delete();
      return found;
    },
    close: () => {
      names.delete();
      parser.delete();
    },
  };
}

/** A hostile text can make this parser slow, so it gets a number of steps and no more. */
function parse(parser: Parser, text: string): Tree | null {
  let steps = 0;
  const tree = parser.parse(text, null, { progressCallback: () => (steps += 1) > MAX_STEPS });
  if (tree === null) parser.reset();
  return tree;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
