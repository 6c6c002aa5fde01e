import type { ShellIssue, ShellToken } from "./shell-token.ts";

/** Where reading a line stands. Made for one line and thrown away with it. */
export interface LineReader {
  readonly source: string;
  at: number;
  /** The compiled line so far. */
  compiled: string;
  readonly params: string[];
  readonly lists: ShellToken[][];
  /** How many `$(` and `(` are open. */
  depth: number;
}

/** A word under construction. */
export interface OpenWord {
  text: string;
  start: string | null;
  readonly places: string[];
  readonly carried: string[];
  isSplit: boolean;
  hasExpansion: boolean;
  readonly offset: number;
}

/** Ends the reading from any depth; caught where the line is compiled. */
export class Unreadable extends Error {
  readonly issue: ShellIssue;

  constructor(issue: ShellIssue) {
    super(issue.message);
    this.issue = issue;
  }
}

/** @throws Unreadable always */
export function refuse(code: string, message: string, hint: string, offset: number): never {
  throw new Unreadable({ code, message, hint, offset });
}

/** Takes the next characters over as they are, and gives them. */
export function copy(reader: LineReader, length: number): string {
  const text = reader.source.slice(reader.at, reader.at + length);
  reader.compiled += text;
  reader.at += length;
  return text;
}

/** What a sticky pattern finds where the reader stands; nothing moves. */
export function look(reader: LineReader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  return pattern.exec(reader.source);
}

/** A placeholder where the reader stands, and how long it is. */
export function lookPlace(reader: LineReader): { readonly name: string; readonly length: number } | null {
  const found = look(reader, PLACE);
  return found === null ? null : { name: found[1] ?? "", length: found[0].length };
}

/** Shells join such lines before they read, so that what stands around it may be one sign: `<` and `<` a here-document. */
export function refuseJoined({ source, at }: LineReader): void {
  if (!source.startsWith("\\\n", at) || !/[$<>&|;`]/.test(source[at - 1] ?? "")) return;
  const message = "the backslash at the end of a line may join two signs into another";
  refuse("unclear-shell-line", message, "Put a space before it.", at);
}

/** Refuses the first placeholder in a part of the line where a value has no place. */
export function refusePlaces(reader: LineReader, end: number, where: string, hint: string): void {
  const found = ANY_PLACE.exec(reader.source.slice(reader.at, end));
  if (found === null) return;
  refuse("quoted-placeholder", `\`${found[0]}\` stands ${where}`, hint, reader.at + found.index);
}

const PLACE = /\$\{([A-Za-z_]\w*)\}/y;
const ANY_PLACE = /\$\{[A-Za-z_]\w*\}/;
