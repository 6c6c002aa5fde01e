import { randomUUID } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import type { Caller } from "../model/caller.ts";
import type { Session } from "../model/call.ts";
import type { SessionRepository, StoredSession } from "../storage/repositories.ts";

/** A session that nobody used for this long ends, and its folder with it. */
const IDLE_TTL_MS = 24 * 60 * 60 * 1000;
/** How often the time of last use is written down. */
const TOUCH_MS = 60_000;

export interface Sessions {
  /** A foreign or ended session reads as unknown: `null`. */
  find(id: string | null, caller: Caller): Promise<Session | null>;
  open(caller: Caller): Promise<Session>;
  close(id: string): Promise<void>;
  /** Where the commands of a session work from now on; absolute and real. */
  move(id: string, folder: string): Promise<void>;
  /** One more call ran in it. */
  count(id: string): void;
  /** Where they work at this moment; `null`: in the workspace root. */
  findFolder(session: Pick<Session, "id">): Promise<string | null>;
  /** Ends every session of a connection of this process. */
  closeAll(): Promise<void>;
  /** Removes what is idle or belonged to processes that are gone. */
  sweep(): Promise<void>;
}

interface Known extends Session {
  readonly principal: string;
  readonly agent: string;
  /** Other processes may use it, too, and change folders in it. */
  readonly isShared: boolean;
  touchedAt: number;
  cwd: string | null;
  interactions: number;
}

export interface SessionOptions {
  readonly repository: SessionRepository;
  readonly dataFolder: string;
  readonly workspace: string;
}

export function createSessions({ repository, dataFolder, workspace }: SessionOptions): Sessions {
  const byId = new Map<string, Known>();
  const connections = new Set<string>();
  const implicit = new Map<string, Promise<Known>>();
  const parent = path.join(realpathSync(dataFolder), "sessions");

  const create = async (caller: Caller, kind: StoredSession["kind"]): Promise<Known> => {
    const id = randomUUID();
    const folder = path.join(parent, id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const at = new Date().toISOString();
    const { principal, agent } = caller;
    const stored = { id, principal, agent, kind, folder, workspace, cwd: null, createdAt: at, lastUsedAt: at };
    await repository.create(stored);
    return remember(byId, { ...stored, isShared: kind === "implicit", touchedAt: Date.now() });
  };

  const findImplicit = async (caller: Caller): Promise<Known> => {
    const stored = await repository.findImplicit(caller.principal, caller.agent, workspace);
    if (stored === null) return create(caller, "implicit");
    mkdirSync(stored.folder, { recursive: true, mode: 0o700 });
    return remember(byId, { ...stored, isShared: true, touchedAt: 0 });
  };

  const implicitOf = (caller: Caller): Promise<Known> => {
    const key = JSON.stringify([caller.tenant, caller.principal, caller.agent]);
    const known = implicit.get(key) ?? findImplicit(caller);
    implicit.set(key, known);
    known.catch(() => implicit.delete(key));
    return known;
  };

  const close = async (id: string): Promise<void> => {
    if (!connections.delete(id)) return;
    const folder = byId.get(id)?.folder;
    byId.delete(id);
    await repository.remove(id);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };

  return {
    async find(id, caller) {
      const session = id === null ? await implicitOf(caller) : (byId.get(id) ?? null);
      if (session === null || session.principal !== caller.principal || session.agent !== caller.agent) return null;
      await touch(session, repository);
      return session;
    },
    count: (id) => count(byId.get(id)),
    findFolder: ({ id }) => findFolder(byId.get(id), repository),
    async open(caller) {
      const session = await create(caller, "connection");
      connections.add(session.id);
      return session;
    },
    close,
    move: (id, folder) => move(byId.get(id), folder, repository),
    async closeAll() {
      for (const id of connections) await close(id);
    },
    sweep: () => sweep(parent, repository),
  };
}

function remember(byId: Map<string, Known>, session: Omit<Known, "interactions">): Known {
  const { id, folder, principal, agent, cwd, isShared, touchedAt } = session;
  const known = { id, folder, principal, agent, cwd, isShared, touchedAt, interactions: 0 };
  byId.set(id, known);
  return known;
}

function count(session: Known | undefined): void {
  if (session !== undefined) session.interactions += 1;
}

async function findFolder(session: Known | undefined, repository: SessionRepository): Promise<string | null> {
  // Another process may work in the same session.
  if (session?.isShared === true) session.cwd = (await repository.get(session.id))?.cwd ?? null;
  return session?.cwd ?? null;
}

async function move(session: Known | undefined, folder: string, repository: SessionRepository): Promise<void> {
  if (session === undefined || session.cwd === folder) return;
  await repository.setCwd(session.id, folder);
  session.cwd = folder;
}

async function sweep(parent: string, repository: SessionRepository): Promise<void> {
  const before = new Date(Date.now() - IDLE_TTL_MS).toISOString();
  for (const { id, folder } of await repository.listExpired(before)) {
    await repository.remove(id);
    // INVARIANT: only folders below our own are ever removed, whatever a row says.
    if (path.dirname(folder) === parent) rmSync(folder, { recursive: true, force: true });
  }
}

async function touch(session: Known, repository: SessionRepository): Promise<void> {
  const now = Date.now();
  if (now - session.touchedAt < TOUCH_MS) return;
  session.touchedAt = now;
  await repository.touch(session.id, new Date(now).toISOString());
}
