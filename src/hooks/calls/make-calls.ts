import type { JsonObject } from "../../model/json.ts";
import type { HookCall } from "../hook-agent.ts";
import { parsePatch } from "./parse-patch.ts";
import { objectsOf, textOf } from "./read-members.ts";
import { toGlobFolder, toPath } from "./to-path.ts";

/** Makes calls of what an agent sends with one of its tools; a text says what is missing, or there twice. */
export type MakeCalls = (input: JsonObject, folder: string) => readonly HookCall[] | string;

/** `folders`: members that name another folder than the agent's. */
export function shellCalls(...folders: readonly string[]): MakeCalls {
  return (input, folder) => {
    const command = textOf(input, "command", "command_line", "cmd");
    if (command === null || command === "") return "expected one command line";
    const other = textOf(input, ...folders);
    const working_dir = other === null || other === "" ? folder : toPath(folder, other);
    return [{ tool: "shell.exec", args: { command, working_dir } }];
  };
}

/** Reads, lists or deletes the one path that is named. `always`: without one, it is the agent's folder. */
export function pathCalls(tool: string, always: boolean, ...names: readonly string[]): MakeCalls {
  return (input, folder) => {
    const path = textOf(input, ...names);
    if (path === null || path === "") return always ? [{ tool, args: { path: folder } }] : "expected one path";
    return [{ tool, args: { path: toPath(folder, path) } }];
  };
}

export const writeCalls: MakeCalls = (input, folder) => {
  const path = pathOf(input, folder);
  if (path === null) return "expected one path";
  const content = textOf(input, "content", "contents", "file_text", "new_source") ?? "";
  return [{ tool: "fs.write", args: { path, content } }];
};

export const editCalls: MakeCalls = (input, folder) => {
  const path = pathOf(input, folder);
  if (path === null) return "expected one path";
  const edits = objectsOf(input, "edits") ?? [input];
  const texts = edits.map((edit) => ({
    old_text: textOf(edit, "old_string", "old_str") ?? "",
    new_text: textOf(edit, "new_string", "new_str") ?? "",
    replace_all: edit["replace_all"] === true,
  }));
  return [toEdit(path, texts)];
};

export const searchCalls: MakeCalls = (input, folder) => {
  const pattern = textOf(input, "pattern", "query", "regex");
  if (pattern === null) return "expected one pattern";
  const path = textOf(input, "path", "dir_path") ?? "";
  return [{ tool: "fs.search", args: { pattern, path: toPath(folder, path) } }];
};

export const globCalls: MakeCalls = (input, folder) => {
  const pattern = textOf(input, "pattern", "glob_pattern");
  if (pattern === null) return "expected one pattern";
  const start = toPath(folder, textOf(input, "path", "dir_path", "target_directory") ?? "");
  return [{ tool: "fs.glob", args: { pattern, path: toGlobFolder(start, pattern) } }];
};

/** A patch names several files; each is a call of its own. */
export const patchCalls: MakeCalls = (input, folder) => {
  const patch = textOf(input, "command", "input", "patch");
  const changes = patch === null ? [] : parsePatch(patch);
  if (changes.length === 0) return "expected one whole patch of 1 to 64 files";
  return changes.flatMap(({ kind, file, to, edits, text }): readonly HookCall[] => {
    const path = toPath(folder, file);
    const moved: readonly HookCall[] =
      to === null ? [] : [{ tool: "fs.rename", args: { path, to: toPath(folder, to), overwrite: true } }];
    if (kind === "delete") return [{ tool: "fs.delete", args: { path } }];
    if (kind === "add") return [{ tool: "fs.write", args: { path, content: text } }];
    return [toEdit(path, edits), ...moved];
  });
};

function pathOf(input: JsonObject, folder: string): string | null {
  const path = textOf(input, "file_path", "path", "notebook_path", "absolute_path", "target_file");
  return path === null || path === "" ? null : toPath(folder, path);
}

/** An edit of nothing makes a file, or puts text where no old text says where: that is writing. */
function toEdit(path: string, edits: readonly (JsonObject & Record<"old_text" | "new_text", string>)[]): HookCall {
  const isWriting = edits.length === 0 || edits.some(({ old_text }) => old_text === "");
  const content = edits.map(({ new_text }) => new_text).join("\n");
  if (isWriting) return { tool: "fs.write", args: { path, content } };
  const [only] = edits;
  return { tool: "fs.edit", args: edits.length === 1 ? { path, ...only } : { path, edits } };
}
