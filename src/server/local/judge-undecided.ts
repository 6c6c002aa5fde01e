import { realpathSync } from "node:fs";
import path from "node:path";
import type { Runtime } from "../../call/runtime.ts";
import { toReason } from "../../hooks/block.ts";
import type { HookAnswer, HookCall } from "../../hooks/hook-agent.ts";
import type { Caller } from "../../model/caller.ts";
import type { ErrorInfo } from "../../model/errors.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { isWithin } from "../../params/posix-path.ts";

/**
 * What to say about a call that the gate could not judge although nothing is wrong with it: it is about a place outside
 * of the workspace, or too large. The agent's person decides, unless a rule, the mode, a pause or the absence of people
 * denies such a call, or it reaches for Toolgate's own folders. `null`: it is not of that kind.
 */
export async function judgeUndecided(
  runtime: Runtime,
  { tool, args }: HookCall,
  { code, message, details }: ErrorInfo,
  { caller }: { readonly caller: Caller },
): Promise<HookAnswer | null> {
  if (!isBeyond(code, details)) return null;
  const deny = (reason: string): HookAnswer => ({ verdict: "deny", reason: toReason(reason) });
  const placed = expandHome(args, runtime.config.home);
  const places = PLACES.flatMap((name) => {
    const place = placed[name];
    return typeof place === "string" && place.startsWith("/") ? [[place, toReal(place)] as const] : [];
  });
  if (places.some(([, real]) => isOwn(real, runtime))) return deny("this folder belongs to Toolgate itself");
  const answered = await runtime.evaluate(toCase(tool, placed, places, runtime, caller));
  if (!answered.ok) return deny(message);
  if (answered.verdict.effect === "deny") return deny(`${tool} is denied: ${answered.verdict.reasons.join("; ")}`);
  if (runtime.config.permissions.headless) return deny(`${message}; nobody is there to be asked`);
  return { verdict: "ask", reason: toReason(message) };
}

/** Arguments of the tools for agents that name a place. */
const PLACES = ["path", "to", "working_dir"] as const;

/** Some agents read `~` as a shell does. */
function expandHome(args: JsonObject, home: string): JsonObject {
  const named = PLACES.flatMap((name) => {
    const place = args[name];
    return typeof place === "string" && /^~(?:\/|$)/.test(place) ? [[name, home + place.slice(1)] as const] : [];
  });
  return { ...args, ...Object.fromEntries(named) };
}

function isBeyond(code: ErrorInfo["code"], details: JsonObject): boolean {
  if (code === "ARGUMENTS_TOO_LARGE") return true;
  const issues = details["issues"];
  if (code !== "INVALID_ARGUMENTS" || !Array.isArray(issues)) return false;
  return issues.every((issue: JsonValue | undefined) => BEYOND.has(readCode(issue)));
}

const BEYOND: ReadonlySet<string> = new Set(["outside", "too_long"]);

function readCode(issue: JsonValue | undefined): string {
  const { code } = (issue ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

function toCase(
  tool: string,
  args: JsonObject,
  places: readonly (readonly [string, string])[],
  { config }: Runtime,
  { agent, principal }: Caller,
): JsonObject {
  const { working_dir: folder } = args;
  return {
    id: "hook",
    tool,
    args,
    cwd: typeof folder === "string" && folder.startsWith("/") ? folder : config.workspace,
    headless: config.permissions.headless,
    caller: { agent, principal },
    facts: { roots: [...config.workspaceRoots], realPaths: Object.fromEntries(places) },
  };
}

function isOwn(real: string, { config }: Runtime): boolean {
  const own = config.toolFolders.filter(({ layer }) => layer === "user").map(({ folder }) => path.dirname(folder));
  return [config.dataFolder, ...own].some((folder) => isWithin(real, toReal(folder)));
}

/** Where a path leads as far as it exists. */
function toReal(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(toReal(parent), path.basename(place));
  }
}
