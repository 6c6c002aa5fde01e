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

/**
 * Where the places lead that a tool or the operator grants. What does not exist stays: it is neither shown nor made.
 * @throws Refused for one that cannot be granted
 */
export function resolveGrants(
  tool: string,
  { writable, readable }: Pick<Confinement, "writable" | "readable">,
  sessionFolder: string,
  gate: Pick<Gate, "config" | "home" | "protectedFolders">,
): Pick<PlannedSandbox, "writable" | "readable"> {
  if (writable.length + readable.length === 0) return { writable: [], readable: [] };
  const ground: GrantGround = {
    home: gate.home,
    protectedFolders: gate.protectedFolders,
    rules: listRulePlaces(gate.config),
    credentials: listCredentials(gate.home),
  };
  const resolveAll = (places: readonly WantedPlace[], access: "write" | "read"): readonly string[] =>
    places.map((place) => {
      const found = locate(place.text, sessionFolder, gate);
      const reason = found.reason ?? judgeInside(found.resolved, { place, access, sessionFolder, ground });
      if (reason !== null) throw refuse(tool, place, access, reason);
      return found.resolved;
    });
  return { writable: resolveAll(writable, "write"), readable: resolveAll(readable, "read") };
}

interface Located {
  readonly resolved: string;
  /** Why it is not where it was written; `null`: it is. */
  readonly reason: string | null;
}

/** What lies in the workspace or the session by its name must lie there in truth: a program may have put a link there. */
function locate(text: string, sessionFolder: string, { config, home }: Pick<Gate, "config" | "home">): Located {
  const expanded =
    text === "~" || text.startsWith("~/") ? home + text.slice(1) : expandSessionFolder(text, sessionFolder);
  const candidate = path.resolve(config.workspace, expanded);
  const { resolved, kind } = resolvePath(candidate);
  if (kind === "other") return { resolved, reason: "it is neither a file nor a folder" };
  const anchor = [sessionFolder, config.workspace, ...config.workspaceRoots].find((root) => isWithin(candidate, root));
  if (anchor === undefined && !path.isAbsolute(expanded)) return { resolved, reason: "it leads out of the workspace" };
  const isMoved = anchor !== undefined && !isWithin(resolved, anchor);
  return { resolved, reason: isMoved ? `it is a link that leads out, to ${JSON.stringify(resolved)}` : null };
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
