import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { resolvePath } from "../../facts/resolve-path.ts";
import type { DefinedTool } from "../../library/define-tool.ts";
import { HandlerError } from "../../model/handler.ts";
import type { JsonObject } from "../../model/json.ts";
import { confinePath } from "../../params/confine-path.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import { validateParams } from "../../params/validate-params.ts";
import type { Reach } from "./access/reach.ts";
import type { FsPack, FsPackOptions } from "./create-fs-pack.ts";
import { createFsPack } from "./create-fs-pack.ts";

/** A workspace, a session and a place outside, with the pack on it. */
export interface FsBench {
  readonly root: string;
  readonly session: string;
  readonly outside: string;
  readonly pack: FsPack;
  readonly reach: Reach;
  write(file: string, content?: string | Buffer): string;
  /** A call as the gate makes it: arguments checked, paths resolved and confined, the result held against its schema. */
  call(tool: string, args: JsonObject, signal?: AbortSignal): Promise<JsonObject>;
  /** What the handler says when it refuses, or the checks before it. */
  refusal(tool: string, args: JsonObject): Promise<{ reason: string; message: string; hint: string | null }>;
  /** The handler without the checks before it, on absolute paths: what a swap between the two amounts to. */
  handle(tool: string, args: JsonObject): Promise<JsonObject>;
  remove(): void;
}

const CALLER = { tenant: "default", principal: "p", agent: "a", credential: "c", roles: ["agent"] } as const;

type Options = Partial<FsPackOptions>;

export function createFsBench(options: Options | ((root: string) => Options) = {}): FsBench {
  const [root, data, outside] = ["w", "d", "o"].map((name) =>
    realpathSync(mkdtempSync(path.join(tmpdir(), `toolgate-fs-${name}-`))),
  ) as [string, string, string];
  const session = path.join(data, "sessions", "s1");
  mkdirSync(session, { recursive: true });
  const chosen = typeof options === "function" ? options(root) : options;
  const pack = createFsPack({ workspaceRoots: [root], protectedFolders: [data], deny: [], ...chosen });
  const handle = async (name: string, args: JsonObject, signal = new AbortController().signal): Promise<JsonObject> => {
    const defined = findTool(pack, name);
    const context = { callId: "1", signal, session: { id: "s1", folder: session }, caller: CALLER as never };
    const value = (await defined.handler(args, context)) as JsonObject;
    expect(checkSchema(defined.tool.output.schema ?? {}, value)).toEqual([]);
    return value;
  };
  const call = (name: string, args: JsonObject, signal?: AbortSignal): Promise<JsonObject> =>
    handle(name, check(pack, name, args, root, session), signal);
  return {
    root,
    session,
    outside,
    pack,
    reach: pack.reachFor(session),
    handle,
    call,
    write(file, content = "") {
      const full = path.join(root, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, content);
      return full;
    },
    async refusal(name, args) {
      try {
        await call(name, args);
      } catch (error) {
        if (!(error instanceof HandlerError)) throw error;
        const { reason, message, hint } = error;
        return { reason, message, hint };
      }
      throw new Error(`expected ${name} to be refused`);
    },
    remove() {
      for (const folder of [root, data, outside]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function check(pack: FsPack, name: string, args: JsonObject, root: string, session: string): JsonObject {
  const { tool } = findTool(pack, name);
  if (tool.input.kind !== "params") throw new Error("expected typed parameters");
  const context = { sessionFolder: session, workspaceRoots: [root], scope: null, scopeRequired: false } as const;
  const checked = validateParams(tool.input.params, args, context);
  if (!checked.ok) throw new HandlerError("arguments", checked.issues.map(({ message }) => message).join("; "));
  const values = Object.fromEntries([...checked.values].map(([param, { value }]) => [param, value]));
  for (const need of checked.paths) {
    const fact = resolvePath(need.candidate);
    const confined = confinePath(need, { ...fact, withinResolved: need.within });
    if (!confined.ok) throw new HandlerError("arguments", confined.issue.message);
    const denied = pack.deniedFile(need.candidate, "read") ?? pack.deniedFile(fact.resolved, "read");
    if (denied !== null) throw new HandlerError("denied", denied);
    values[need.param] = fact.resolved;
  }
  return values;
}

function findTool(pack: FsPack, name: string): DefinedTool {
  const found = pack.tools.find(({ tool }) => tool.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}
