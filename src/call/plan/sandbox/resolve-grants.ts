import path from "node:path";
import { resolvePath } from "../../../facts/resolve-path.ts";
import { Refused } from "../../../model/errors.ts";
import type { PlannedSandbox } from "../../../model/sandbox.ts";
import { expandSessionFolder, isWithin } from "../../../params/posix-path.ts";
import { judgeGrant } from "../../../sandbox/places/judge-grant.ts";
import type { GrantGround } from "../../../sandbox/places/judge-grant.ts";
import { listCredentials } from "../../../sandbox/places/list-credentials.ts";
import type { Confinement, WantedPlace } from "../../../sandbox/wanted/choose-confinement.ts";
import { showText } from "../../../text/show-text.ts";
import type { Gate } from "../../gate.ts";
import { listRulePlaces } from "./list-rule-places.ts";

/** Where granted places lead, and which of them are not there. */
export interface ResolvedGrants extends Pick<PlannedSandbox, "writable" | "readable"> {
  readonly missing: readonly string[];
}

/**
 * Where the places lead that a tool or the operator grants. What does not exist stays: it is neither shown nor made.
 * @throws Refused for one that cannot be granted
 */
export function resolveGrants(
  tool: string,
  { writable, readable }: Pick<Confinement, "writable" | "readable">,
  sessionFolder: string,
  gate: GrantGate,
): ResolvedGrants {
  if (writable.length + readable.length === 0) return { writable: [], readable: [], missing: [] };
  const judge = createGrantJudge(sessionFolder, gate);
  const judgeAll = (places: readonly WantedPlace[], access: "write" | "read"): readonly JudgedGrant[] =>
    places.map((place) => {
      const judged = judge(place, access);
      if (judged.reason !== null) throw refuse(tool, place, access, judged.reason);
      return judged;
    });
  const [written, read] = [judgeAll(writable, "write"), judgeAll(readable, "read")];
  const missing = [...written, ...read].filter(({ isMissing }) => isMissing).map(({ resolved }) => resolved);
  return { writable: written.map(toResolved), readable: read.map(toResolved), missing: [...new Set(missing)] };
}

function toResolved({ resolved }: JudgedGrant): string {
  return resolved;
}

export type GrantGate = Pick<Gate, "config" | "home" | "protectedFolders">;

export interface JudgedGrant {
  readonly resolved: string;
  readonly isMissing: boolean;
  /** Why it cannot be granted; `null`: it can. */
  readonly reason: string | null;
}

/** The one judge of granted places: at a call, and before one for whoever checks files. `sessionFolder` is absolute. */
export function createGrantJudge(
  sessionFolder: string,
  gate: GrantGate,
): (place: WantedPlace, access: "write" | "read") => JudgedGrant {
  const ground: GrantGround = {
    home: gate.home,
    protectedFolders: gate.protectedFolders,
    rules: listRulePlaces(gate.config),
    credentials: listCredentials(gate.home),
  };
  return (place, access) => {
    const { resolved, isMissing, reason } = locate(place.text, sessionFolder, gate);
    return {
      resolved,
      isMissing,
      reason: reason ?? judgeInside(resolved, { place, access, sessionFolder, ground }),
    };
  };
}

/** What lies in the workspace or the session by its name must lie there in truth: a program may have put a link there. */
function locate(
  text: string,
  sessionFolder: string,
  { config, home }: Omit<GrantGate, "protectedFolders">,
): JudgedGrant {
  const expanded =
    text === "~" || text.startsWith("~/") ? home + text.slice(1) : expandSessionFolder(text, sessionFolder);
  const candidate = path.resolve(config.workspace, expanded);
  const { resolved, kind } = resolvePath(candidate);
  const isMissing = kind === "missing";
  if (kind === "other") return { resolved, isMissing, reason: "it is neither a file nor a folder" };
  const anchor = [sessionFolder, config.workspace, ...config.workspaceRoots].find((root) => isWithin(candidate, root));
  if (anchor === undefined && !path.isAbsolute(expanded))
    return { resolved, isMissing, reason: "it leads out of the workspace" };
  const isMoved = anchor !== undefined && !isWithin(resolved, anchor);
  return {
    resolved,
    isMissing,
    reason: isMoved ? `it is a link that leads out, to ${JSON.stringify(resolved)}` : null,
  };
}

function judgeInside(
  resolved: string,
  {
    place,
    access,
    sessionFolder,
    ground,
  }: {
    readonly place: WantedPlace;
    readonly access: "write" | "read";
    readonly sessionFolder: string;
    readonly ground: GrantGround;
  },
): string | null {
  return isWithin(resolved, sessionFolder) ? null : judgeGrant({ resolved, access, by: place.by }, ground);
}

function refuse(tool: string, { text, by }: WantedPlace, access: "write" | "read", reason: string): Refused {
  const list = access === "write" ? "writable" : "readable";
  const message = `\`${tool}\` cannot be confined as declared: \`${showText(text)}\` in \`${list}\` cannot be granted: ${reason}`;
  const where = by === "tool" ? "the tool's declaration" : "the row of `[sandbox]`";
  return new Refused("validate", "SANDBOX_UNAVAILABLE", message, { hint: `change ${where}` });
}
