import { text as readStream } from "node:stream/consumers";
import type { SaveToolRequest } from "../../call/runtime.ts";
import { isCredentialed } from "../../manifest/credentialed/is-credentialed.ts";
import { toFormat } from "../../manifest/parse-manifest.ts";
import type { Cli } from "../cli.ts";
import { usageError } from "../cli-error.ts";
import { readText } from "../manifest-file.ts";

export interface DefinitionText {
  readonly text: string;
  readonly format: SaveToolRequest["format"];
  /** For messages. */
  readonly shown: string;
}

/** A definition from a file, or from standard input for `-`. The file's name says the format; else the text does. */
export async function readDefinitionText(file: string, { input }: Pick<Cli, "input">): Promise<DefinitionText> {
  if (file === "-") {
    const text = await readStream(input);
    return { text, format: guessFormat(text), shown: "(standard input)" };
  }
  const named = toFormat(file);
  if (named === "capability" || named === "agent-tool") {
    const hint = "copy it into one of your tool folders; `toolgate validate` checks it there";
    throw usageError(`${file} is a module, and modules are not managed by command`, hint);
  }
  const text = await readText(file);
  return { text, format: named === "custom" && isCredentialed(text) ? "credentialed" : named, shown: file };
}

function guessFormat(text: string): SaveToolRequest["format"] {
  if (/^\uFEFF?\s*[{[]\s*["{}]/.test(text)) return isCredentialed(text) ? "credentialed" : "custom";
  return /^[ \t]*\[[ \t]*tool[ \t]*\]/m.test(text) ? "toolclad" : "whitelist";
}
