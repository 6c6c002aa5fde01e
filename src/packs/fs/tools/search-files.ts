import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import type { JsonObject } from "../../../model/json.ts";
import { compilePattern } from "../../../params/pattern.ts";
import { isText, readBytes } from "../access/read-file.ts";
import type { Reach } from "../access/reach.ts";
import { toShownPath } from "../access/reach.ts";
import type { Cut, WalkReport } from "../access/walk-tree.ts";
import { createWalkReport } from "../access/walk-tree.ts";
import { compileGlob } from "../glob/compile-glob.ts";
import { findLines } from "../lines/find-lines.ts";
import type { Pause } from "../lines/pause.ts";
import { createPause } from "../lines/pause.ts";
import { walkFiles } from "./walk-files.ts";
import { cutList } from "./walk-result.ts";

export interface SearchRequest {
  /** A folder or a file: absolute, resolved. */
  readonly start: string;
  /** RE2, searched in each line. */
  readonly pattern: string;
  readonly glob: string | null;
  readonly ignoreCase: boolean;
  readonly contextLines: number;
  readonly hidden: boolean;
  readonly ignored: boolean;
  readonly maxResults: number;
  readonly signal: AbortSignal;
}

interface Search {
  readonly request: SearchRequest;
  readonly matches: (line: string) => boolean;
  readonly pause: Pause;
  readonly report: WalkReport;
  readonly found: JsonObject[];
  readonly skipped: { binary: number; large: number; unreadable: number; long_lines: number };
  files: number;
  bytes: number;
}

/** Searches file by file until one of the limits is met, which the result then says. */
export async function searchFiles(reach: Reach, request: SearchRequest): Promise<JsonObject> {
  const { start, signal } = request;
  const search: Search = {
    request,
    matches: compileSearch(request),
    pause: createPause(signal, reach.limits.maxMs),
    report: createWalkReport(),
    found: [],
    skipped: { binary: 0, large: 0, unreadable: 0, long_lines: 0 },
    files: 0,
    bytes: 0,
  };
  const isWanted = compileFilter(request.glob);
  for await (const { path: file, relative } of filesOf(reach, search)) {
    if (!isWanted(relative)) continue;
    const end = await searchFile(reach, search, file);
    if (end === null) continue;
    search.report.cut.add(end);
    break;
  }
  search.skipped.unreadable += search.report.unreadable;
  return {
    path: toShownPath(reach, start),
    matches: search.found,
    files_searched: search.files,
    skipped: search.skipped,
    cut: cutList(search.report),
  };
}

/** The start may be a file, which is then searched whatever it is called. */
async function* filesOf(reach: Reach, { request, report }: Search): AsyncGenerator<{ path: string; relative: string }> {
  try {
    yield* walkFiles(reach, request.start, { ...request, report });
  } catch (error) {
    if (!(error instanceof HandlerError) || error.reason !== "not-a-folder") throw error;
    yield { path: request.start, relative: path.basename(request.start) };
  }
}

/** What ends the whole search, or `null`. */
async function searchFile(reach: Reach, search: Search, file: string): Promise<Cut | null> {
  if (await search.pause()) return "time";
  const text = await readForSearch(reach, search, file);
  if (text === null) return null;
  search.files++;
  const { contextLines, maxResults } = search.request;
  const shown = toShownPath(reach, file);
  for (const line of findLines(text, search.matches, contextLines)) {
    if (await search.pause()) return "time";
    if (line === null) continue;
    if (line === "too-long") search.skipped.long_lines++;
    else if (search.found.length >= maxResults) return "results";
    else search.found.push({ path: shown, line: line.line, text: line.text, ...contextOf(line, contextLines) });
  }
  return search.bytes > reach.limits.maxSearchBytes ? "bytes" : null;
}

function contextOf(line: { before: readonly string[]; after: readonly string[] }, contextLines: number): JsonObject {
  return contextLines === 0 ? {} : { before: line.before, after: line.after };
}

async function readForSearch(reach: Reach, search: Search, file: string): Promise<string | null> {
  try {
    const { bytes } = await readBytes(reach, file, { maxBytes: reach.limits.maxSearchFileBytes });
    search.bytes += bytes.length;
    if (isText(bytes)) return bytes.toString("utf8");
    search.skipped.binary++;
  } catch (error) {
    // The one file that was asked for is no file among many: what is wrong with it is the answer.
    if (!(error instanceof HandlerError) || file === search.request.start) throw error;
    if (error.reason === "too-large") search.skipped.large++;
    else search.skipped.unreadable++;
  }
  return null;
}

function compileSearch({ pattern, ignoreCase }: SearchRequest): (line: string) => boolean {
  const compiled = compilePattern(ignoreCase ? `(?i)${pattern}` : pattern);
  if (compiled.ok) return (line) => compiled.matches(line);
  throw new HandlerError("bad-pattern", `the pattern cannot be used: ${compiled.message}`, {
    hint: "write it for RE2: no look-around, no back-references; escape ( [ { . with a backslash for literal text",
  });
}

/** A pattern without `/` is for the name alone, at any depth. */
function compileFilter(glob: string | null): (relative: string) => boolean {
  if (glob === null) return () => true;
  const compiled = compileGlob(glob.replace(/^\.\//, ""));
  if (!compiled.ok) {
    throw new HandlerError("bad-pattern", `the glob cannot be read: ${compiled.message}`, {
      hint: "write *.ts or src/**/*.ts",
    });
  }
  if (glob.includes("/")) return compiled.matches;
  return (relative) => compiled.matches(path.basename(relative));
}
