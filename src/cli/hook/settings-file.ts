import { chmodSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { prepareFile } from "../../control/tools/file/write-tool-file.ts";
import { isWithin } from "../../params/posix-path.ts";
import { CliError } from "../cli-error.ts";

export interface SettingsFile {
  /** The file itself, not a link to it. */
  readonly file: string;
  /** Without a byte order mark; empty for a file that is not there yet. */
  readonly text: string;
  readonly mark: "" | "\ufeff";
  /** Permissions to keep; `null`: there is no file yet. */
  readonly mode: number | null;
}

const MARK = "\ufeff";
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads an agent's settings. A link is followed, as people keep their settings elsewhere; but in a project, which others
 * may have written, it must not lead out.
 * @param project absolute, links followed; `null`: the person's own settings
 */
export function readSettings(file: string, project: string | null): SettingsFile {
  if (project !== null && !isWithin(toReal(file), project)) throw left(file, "a link leads out of the project");
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return { file, text: "", mark: "", mode: null };
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw left(file, "it is a link that leads nowhere");
  if (!stat.isFile()) throw left(file, "it is no file");
  if (stat.uid !== (process.getuid?.() ?? stat.uid)) throw left(file, "it belongs to another user");
  if (stat.size > MAX_BYTES) throw left(file, `it has more than ${MAX_BYTES} bytes`);
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) throw left(file, "it is not UTF-8");
  const mark = text.startsWith(MARK) ? MARK : "";
  return { file: realpathSync(file), text: text.slice(mark.length), mark, mode: stat.mode & 0o777 };
}

/** Puts the changed text in place, whole or not at all. */
export function writeSettings({ file, text: before, mark, mode }: SettingsFile, text: string): void {
  const prepared = prepareFile(file, mark + text);
  if (mode !== null && readFileSync(file, "utf8") !== mark + before) {
    prepared.discard();
    throw left(file, "it was changed meanwhile");
  }
  prepared.place(mode === null);
  chmodSync(file, mode ?? 0o600);
}

function left(file: string, why: string): CliError {
  return new CliError("SETTINGS", `${file} is left as it is: ${why}`, { hint: "`--print` shows what belongs there" });
}

/** Where a path leads as far as it exists. */
function toReal(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(toReal(parent), path.basename(file));
  }
}
