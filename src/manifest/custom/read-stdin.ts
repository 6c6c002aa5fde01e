import type { ArgPart } from "../../model/arg-node.ts";
import type { ScriptStage } from "../../model/backend.ts";
import { findFedCode } from "../checks/feed/find-fed-code.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import type { Parameters } from "./read-parameters.ts";
import { toArg } from "./to-arg.ts";

/**
 * Reads `stdin`: a text with places for values.
 * @param only the one program of the command; `null`: there are several, which read each other or files
 */
export function readStdin(
  text: string,
  { properties, isRight: isDeclared }: Parameters,
  only: ScriptStage | null,
  path: TomlPath,
  log: IssueLog,
): readonly ArgPart[] | null {
  const place = { path: [...path, "stdin"], part: "value" } as const;
  const key = { ...place, part: "key" } as const;
  if (only === null) {
    const message = "`stdin` is for a command of one program, without a redirect";
    addError(log, "stdin-of-several", key, message, "Put the programs into a script file and name that.");
    return null;
  }
  const word = { text, pieces: [text], start: 0, end: text.length };
  const node = toArg(word, { properties, isDeclared, log, toPlace: () => place });
  const parts = node.kind === "arg" ? node.parts : [];
  const reader = findFedCode(only.binary, only.args, parts);
  if (reader === null) return parts;
  const message = `\`${reader}\` would run what it reads as code, and a caller's value is in it`;
  addError(log, "shell-placeholder", key, message, "Name a script file in `command`, which then reads the value.");
  return null;
}
