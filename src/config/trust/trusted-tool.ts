import path from "node:path";
import type { CommandBackend } from "../../model/backend.ts";
import type { Effect, Tool } from "../../model/tool.ts";
import { toCanonicalName } from "../../registry/aliases.ts";
import { isInside } from "../places.ts";
import { toArgumentTexts } from "./argument-text.ts";
import { describeReach } from "./describe-reach.ts";
import type { ArgumentText } from "./argument-text.ts";

/** What a person has to know of one tool before trusting it. */
export interface TrustedTool {
  readonly name: string;
  /** `null` for a tool that starts no program. */
  readonly program: string | null;
  /** What follows the program. Empty in free mode. */
  readonly arguments: readonly ArgumentText[];
  /** In free mode, what the caller's own arguments may begin with and contain; else `null`. */
  readonly free: { readonly subcommands: readonly string[]; readonly flags: readonly string[] } | null;
  readonly effect: Effect;
  /** Asks a human before every call. */
  readonly humanApproval: boolean;
  /** Replaces a tool of the same name in a lower layer, such as a person's own. */
  readonly overrides: boolean;
  /** The built-in tool whose name in another system this one has: a call by that name then means this tool. */
  readonly aliasOf: string | null;
  readonly enabled: boolean;
  readonly environment: readonly string[];
  /** What it reaches besides that program, in words: programs, hosts, other tools. Text of the author is in quotes. */
  readonly reach: readonly string[];
  /** Folders outside the workspace that it works in or takes paths from. */
  readonly outside: readonly string[];
  /** Relative to the workspace. */
  readonly file: string;
}

export function toTrustedTool(tool: Tool, workspace: string): TrustedTool {
  const { backend, input } = tool;
  const command = backend.kind === "command" ? backend : null;
  return {
    name: tool.name,
    program: command?.binary ?? null,
    arguments: command === null ? [] : toArgumentTexts(command, input),
    free: input.kind === "free" ? { subcommands: input.free.allowedSubcommands, flags: input.free.allowedFlags } : null,
    effect: tool.effect,
    humanApproval: tool.humanApproval,
    overrides: tool.overrides,
    aliasOf: toAliasOf(tool.name),
    enabled: tool.enabled,
    environment: tool.environment,
    reach: describeReach(tool),
    outside: listOutside(tool, command, workspace),
    file: path.relative(workspace, tool.origin.file ?? workspace),
  };
}

function toAliasOf(name: string): string | null {
  const canonical = toCanonicalName(name);
  return canonical === name ? null : canonical;
}

function listOutside({ input }: Tool, command: CommandBackend | null, workspace: string): readonly string[] {
  const params = input.kind === "params" ? input.params : [];
  const written = [
    command?.cwd ?? null,
    ...params.map((param) => (param.type === "path" ? param.allowedPrefix : null)),
  ];
  const folders = written.flatMap((folder) => (folder === null ? [] : [path.resolve(workspace, folder)]));
  return [...new Set(folders)].filter((folder) => !isInside(workspace, folder));
}
