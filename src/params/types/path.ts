import type { ParamSpec } from "../../model/param.ts";
import { findMetacharacter, toCharacterPattern } from "../characters.ts";
import type { ParamContext, ParamTypeDefinition, PathNeed } from "../param-type.ts";
import { expandSessionFolder, isWithin, resolvePath } from "../posix-path.ts";
import { hasMoreBytes, readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";

type PathSpec = Extract<ParamSpec, { type: "path" }>;

const MAX_PATH_BYTES = 4096;
/** What `refuseForm` refuses, for JSON Schema. */
const NOT_A_PLACE = "(?:^|/)\\.\\.(?:/|$)|^(?:[A-Za-z]:|~|//)|%(?:25)*(?:2[eEfF]|5[cC]|00|[cC][01]|[eE]0%80|[uU]00)";

/**
 * A place in the file system. This check is lexical; the `PathNeed` it returns says what must hold once links are
 * followed.
 */
export const path: ParamTypeDefinition<"path"> = {
  type: "path",
  validate(spec, value, context) {
    const read = readText(spec.name, value, { expected: "a path" });
    if (!read.ok) return read;
    const refusal = refuseForm(spec, read.text);
    if (refusal !== null) return refusal;
    const place = toNeed(spec, read.text, context);
    const need = spec.guarded === true ? { ...place, guarded: true } : place;
    if (hasMoreBytes(need.candidate, MAX_PATH_BYTES - 1)) {
      return refuse(spec.name, "too_long", `Expected a path shorter than ${MAX_PATH_BYTES} bytes.`);
    }
    if (!need.within.some((folder) => isWithin(need.candidate, folder))) {
      const message = `The path must be within '${need.within.join("' or '")}', got ${showValue(read.text)}.`;
      return refuse(spec.name, "outside", message);
    }
    const text = need.render === "absolute" ? need.candidate : read.text;
    return { ok: true, value: text, text, path: need };
  },
  toJsonSchema: ({ syntax }) => ({
    type: "string",
    minLength: 1,
    maxLength: MAX_PATH_BYTES - 1,
    pattern: toCharacterPattern({ tab: true, metacharacters: syntax === "toolclad", others: "\\\\" }),
    not: { pattern: syntax === "toolclad" ? `^/|${NOT_A_PLACE}` : NOT_A_PLACE },
  }),
};

/** Spellings that some program reads as another place than the one that is checked. */
function refuseForm(spec: PathSpec, text: string): Refusal | null {
  const shown = (): string => showValue(text);
  if (text.split(/[/\\]/).includes("..")) {
    return refuse(spec.name, "outside", `Path traversal ('..') is not allowed, got ${shown()}.`);
  }
  if (/^(?:[A-Za-z]:|~|\/\/|\\\\)/.test(text)) {
    return refuse(spec.name, "outside", `A drive letter, '~' or a network share cannot begin a path, got ${shown()}.`);
  }
  if (text.includes("\\")) return refuse(spec.name, "characters", `Expected / between folders, got ${shown()}.`);
  // Also in the long forms of UTF-8 and of old JavaScript, which some decoders still read.
  if (/%(?:25)*(?:2e|2f|5c|00|c[01]|e0%80|u00)/i.test(text)) {
    return refuse(spec.name, "characters", `Percent-encoded dots, slashes and NUL are not allowed, got ${shown()}.`);
  }
  if (spec.syntax === "whitelist") return null;
  if (text.startsWith("/")) return refuse(spec.name, "outside", `Expected a relative path, got ${shown()}.`);
  const metacharacter = findMetacharacter(text);
  if (metacharacter === null) return null;
  const message = `Expected a path without shell metacharacters, got ${metacharacter} in ${shown()}.`;
  return refuse(spec.name, "characters", message);
}

function toNeed(spec: PathSpec, text: string, context: ParamContext): PathNeed {
  const root = context.workspaceRoots[0];
  const { within, anchors } = confinement(spec, context);
  if (spec.syntax === "toolclad") {
    const candidate = resolvePath(context.workingFolder ?? root, text);
    return { param: spec.name, candidate, within, anchors, render: "as-sent" };
  }
  const base = spec.allowedPrefix === null ? root : (within[0] ?? root);
  const candidate = resolvePath(base, expandSessionFolder(text, context.sessionFolder));
  return { param: spec.name, candidate, within, anchors, render: "absolute" };
}

function confinement(
  { allowedPrefix: prefix, guarded = false }: PathSpec,
  context: ParamContext,
): Pick<PathNeed, "within" | "anchors"> {
  const roots = context.workspaceRoots.map((folder) => resolvePath("/", folder));
  // File tools serve the session's folder too; a program is told where it may work by its author.
  const places = guarded ? [...roots, context.sessionFolder] : roots;
  if (prefix === null) return { within: places, anchors: places };
  const expanded = expandSessionFolder(prefix, context.sessionFolder);
  const within = [resolvePath(context.workspaceRoots[0], expanded)];
  if (prefix.startsWith("/")) return { within, anchors: null };
  return { within, anchors: expanded === prefix ? roots : [context.sessionFolder] };
}
