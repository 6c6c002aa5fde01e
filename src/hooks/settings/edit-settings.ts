import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from "jsonc-parser";
import type { FormattingOptions, Node, ParseError } from "jsonc-parser";
import type { HookEntry } from "./hook-settings.ts";
import { isOurs } from "./hook-command.ts";
import { removeElement } from "./remove-element.ts";
import { isObject } from "../../model/json.ts";

export type EditedSettings =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

interface Wanted {
  readonly agent: string;
  readonly base: Readonly<Record<string, unknown>>;
  readonly entries: readonly HookEntry[];
}

/**
 * The settings with the hook in them, exactly once. Everything else, comments and unknown members too, stays as it was,
 * byte for byte. Refuses what cannot be read, and what would not be read back as written.
 */
export function addHook(text: string, { agent, base, entries }: Wanted): EditedSettings {
  const without = removeHook(text, { agent, base, entries });
  if (!without.ok) return without;
  let edited = without.text.trim() === "" ? "{}\n" : without.text;
  for (const [key, value] of Object.entries(base)) {
    if (valueAt(edited, [key]) === undefined) edited = set(edited, [key], value);
  }
  for (const { list, item } of entries) {
    const there = valueAt(edited, list);
    if (there !== undefined && !Array.isArray(there)) return refuse(`\`${list.join(".")}\` is no list`);
    edited = there === undefined ? set(edited, list, [item]) : insert(edited, list, there.length, item);
  }
  return readBack(edited, entries);
}

/** The settings without the hook; lists and members that only it needed stay as they are, empty. */
export function removeHook(text: string, { agent, entries }: Wanted): EditedSettings {
  const problem = text.trim() === "" ? null : findProblem(text, entries);
  if (problem !== null) return refuse(problem);
  let edited = text;
  for (const list of [...new Map(entries.map((entry) => [entry.list.join("/"), entry.list])).values()]) {
    const there = valueAt(edited, list);
    const length = Array.isArray(there) ? there.length : 0;
    for (let index = length - 1; index >= 0; index -= 1) edited = removeOurs(edited, list, index, agent);
  }
  return edited.trim() === "" || parse(edited) !== undefined
    ? { ok: true, text: edited }
    : refuse("taking the hook out would break it");
}

/** Of an element with several hooks only ours goes. */
function removeOurs(text: string, list: readonly string[], index: number, agent: string): string {
  const item = valueAt(text, [...list, index]);
  const hooks = isObject(item) && Array.isArray(item["hooks"]) ? (item["hooks"] as readonly unknown[]) : null;
  if (hooks === null) return isOurs(item, agent) ? remove(text, list, index) : text;
  const places = hooks.flatMap((hook, at) => (isOurs(hook, agent) ? [at] : [])).toReversed();
  if (places.length === 0) return text;
  if (places.length === hooks.length) return remove(text, list, index);
  return places.reduce((edited, at) => remove(edited, [...list, index, "hooks"], at), text);
}

function remove(text: string, list: readonly (string | number)[], index: number): string {
  const root = parse(text);
  return root === undefined ? text : removeElement(text, root, list, index);
}

function findProblem(text: string, entries: readonly HookEntry[]): string | null {
  const root = parse(text);
  if (root?.type !== "object") return "it is no JSON object, or has a mistake";
  for (const { list } of entries) {
    const above = findNodeAtLocation(root, list.slice(0, -1));
    if (above !== undefined && above.type !== "object") return `\`${list.slice(0, -1).join(".")}\` is no object`;
  }
  return null;
}

/** A member that stands twice is read from its last place and edited in its first: then the hook would not be there. */
function readBack(text: string, entries: readonly HookEntry[]): EditedSettings {
  const root = parse(text);
  const read: unknown = root === undefined ? undefined : getNodeValue(root);
  for (const { list, item } of entries) {
    const found = list.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), read);
    const isThere = Array.isArray(found) && found.some((one) => JSON.stringify(one) === JSON.stringify(item));
    if (!isThere) return refuse(`\`${list.join(".")}\` stands in it twice`);
  }
  return { ok: true, text };
}

function refuse(message: string): EditedSettings {
  return { ok: false, message };
}

/** Comments and trailing commas are allowed, as agents do. */
function parse(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

function valueAt(text: string, at: readonly (string | number)[]): unknown {
  const root = parse(text);
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...at]);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

function set(text: string, at: readonly (string | number)[], value: unknown): string {
  return applyEdits(text, modify(text, [...at], value, { formattingOptions: formatOf(text) }));
}

function insert(text: string, list: readonly string[], index: number, value: unknown): string {
  const options = { formattingOptions: formatOf(text), isArrayInsertion: true };
  return applyEdits(text, modify(text, [...list, index], value, options));
}

/** As the file is indented already. */
function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
