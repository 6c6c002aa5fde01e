import type { Caller, CallerHints } from "../model/caller.ts";
import type { JsonObject } from "../model/json.ts";
import type { SpecifierTemplate, Tool } from "../model/tool.ts";
import { resolvePath } from "../params/posix-path.ts";
import type { CommandAnalysis } from "../shell/analysis.ts";
import { renderSpecifier } from "../template/render-specifier.ts";
import type { PolicyRequest, RequestedPath, RequestedSpecifier, SpecifierValue } from "./policy.ts";
import { toPolicyTool } from "./to-policy-tool.ts";

/** What is known of a call once its arguments were checked. */
export interface RequestParts {
  readonly tool: Tool;
  readonly caller: Caller;
  readonly hints: CallerHints;
  /** Typed, as policies see them. */
  readonly args: JsonObject;
  /** Where each path argument leads before links are followed: absolute, in the order of the arguments. */
  readonly paths: readonly { readonly param: string; readonly candidate: string }[];
  /** Where relative paths of arguments that are no path parameters start. */
  readonly folder: string;
  readonly session: string | null;
  readonly depth: number;
  readonly needsShell: boolean;
  /** The argument vectors of a tool that somebody made of a command line. @default none */
  readonly programs?: readonly (readonly string[])[] | undefined;
  readonly analyze: (text: string) => CommandAnalysis;
}

/** The call as the policy sees it. What rules match is made here, from checked arguments alone. */
export function toPolicyRequest(parts: RequestParts): PolicyRequest {
  const { tool, caller, hints, args, session, depth, needsShell } = parts;
  const policyTool = toPolicyTool(tool);
  const specifier = tool.specifier == null ? null : toRequestedSpecifier(tool.specifier, parts);
  const use = policyTool.pathUse ?? "write";
  const named = parts.paths.map(({ param, candidate }): RequestedPath => ({ param, path: candidate, use }));
  const seen = new Set(named.map(({ path }) => path));
  const more = specifier?.ok === true ? specifier.values : [];
  const paths = more.flatMap(({ kind, name, text }): readonly RequestedPath[] =>
    kind === "path" && !seen.has(text) ? [{ param: name, path: text, use }] : [],
  );
  return {
    tool: policyTool,
    caller,
    hints,
    call: { args, specifier, paths: [...named, ...paths], session, depth, needsShell, programs: parts.programs },
  };
}

function toRequestedSpecifier(template: SpecifierTemplate, parts: RequestParts): RequestedSpecifier {
  const rendered = renderSpecifier(template, parts.args);
  if (!rendered.ok) return rendered;
  const names = new Set(template.parts.flatMap((part) => (part.kind === "param" ? [part.name] : [])));
  return { ok: true, text: rendered.text, values: [...names].map((name) => toValue(name, template, parts)) };
}

function toValue(name: string, { kinds = {} }: SpecifierTemplate, parts: RequestParts): SpecifierValue {
  const value = parts.args[name];
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  const kind = (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? "text";
  switch (kind) {
    case "shell":
      return { kind, name, text, line: parts.analyze(text) };
    case "path": {
      const checked = parts.paths.find(({ param }) => param === name)?.candidate;
      return { kind, name, text: checked ?? resolvePath(parts.folder, text) };
    }
    default:
      return { kind, name, text };
  }
}
