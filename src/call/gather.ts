import { resolvePath } from "../facts/resolve-path.ts";
import type { GatheredCall, PlannedCall } from "../model/call.ts";
import { isProgramPlan } from "../model/plan.ts";
import type { PlannedPath } from "../model/plan.ts";
import type { Facts, ProgramFact, SessionFact } from "../model/facts.ts";
import { listNeededFacts } from "../policy/needs/list-needed-facts.ts";
import { toLimitKeys } from "../policy/limits/to-limit-keys.ts";
import type { Gate } from "./gate.ts";
import { toRequest } from "./plan/to-request.ts";

/** Looks up what deciding this call needs, and no more: the policy itself looks at nothing. */
export async function gather(planned: PlannedCall, gate: Gate): Promise<GatheredCall> {
  const request = toRequest(planned, gate);
  const { config } = gate;
  const { headless, limits } = gate.permissions;
  const folder = toFolder(planned, gate);
  const place = { folder, home: gate.home, roots: config.workspaceRoots };
  const needed = listNeededFacts(request, place);
  const now = gate.now();
  const keys = toLimitKeys(limits, request);
  const facts: Facts = {
    ...place,
    start: config.workspaceRoots[0],
    headless,
    now,
    ownFolders: gate.protectedFolders,
    lexical: false,
    realPaths: lookAtPaths(needed.paths, planned.plan.paths),
    programs: new Map(needed.programs.map((program) => [program, lookAtProgram(program, gate)])),
    limits: keys.length === 0 ? NO_LIMITS : await gate.limits.read(keys, now),
    session: toSession(planned),
  };
  return { ...planned, facts };
}

/** What validation looked at a moment ago is not looked at again: it is once more, right before the call runs. */
function lookAtPaths(paths: readonly string[], planned: readonly PlannedPath[]): Facts["realPaths"] {
  const known = new Map(planned.map(({ candidate, resolved }) => [candidate, resolved]));
  return new Map(
    paths.flatMap((path) => {
      const resolved = known.get(path);
      return resolved === undefined ? lookAtPath(path) : [[path, resolved] as const];
    }),
  );
}

/** A link that leads nowhere may lead anywhere by the time it is used: as if nobody had looked. */
function lookAtPath(path: string): readonly (readonly [path: string, real: string])[] {
  if (OF_PROCESS.test(path)) return [];
  const { resolved, kind } = resolvePath(path);
  return kind === "other" && !path.startsWith("/dev/") ? [] : [[path, resolved]];
}

/** These lead somewhere else for each process that asks. */
const OF_PROCESS = /^\/(?:proc\/[^/]+\/(?:cwd|root|fd|task|map_files)|dev\/fd)(?:\/|$)/;

const NO_LIMITS: Facts["limits"] = new Map();

/** Where the call's relative paths start. */
export function toFolder({ plan, session }: PlannedCall, { config }: Gate): string {
  if (isProgramPlan(plan)) return plan.cwd;
  return session.cwd ?? config.workspaceRoots[0];
}

/** What is found on PATH is the person's; a path is the system's only where it leads to the same program. */
function lookAtProgram(program: string, { programs }: Gate): ProgramFact {
  if (!program.includes("/")) {
    const found = programs.find(program);
    return "found" in found ? { file: null, trusted: false } : { file: found.resolved, trusted: true };
  }
  const file = resolvePath(program);
  if (file.kind !== "file") return { file: null, trusted: false };
  const bare = programs.find(program.slice(program.lastIndexOf("/") + 1));
  return { file: file.resolved, trusted: !("found" in bare) && bare.resolved === file.resolved };
}

function toSession({ session: { id, interactions = 0 } }: PlannedCall): SessionFact {
  return { id, interactions, page: null, state: null };
}
