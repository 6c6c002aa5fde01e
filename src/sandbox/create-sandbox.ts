import type { SandboxConfig } from "../config/config.ts";
import { Refused } from "../model/errors.ts";
import { confineWithBubblewrap } from "./bubblewrap/confine-with-bubblewrap.ts";
import { prepareBubblewrap } from "./bubblewrap/prepare-bubblewrap.ts";
import { confineWithContainer } from "./container/confine-with-container.ts";
import { prepareContainer } from "./container/prepare-container.ts";
import { createMissingTable } from "./guard/missing-table.ts";
import { createRunningTable } from "./guard/running-table.ts";
import type { EngineState, Sandbox, SandboxProbe } from "./sandbox.ts";

export interface SandboxOptions {
  readonly config: Pick<SandboxConfig, "engine" | "image">;
  /** An engine inside one of them is not trusted. Absolute, links followed. */
  readonly workspaceRoots: readonly string[];
  readonly probe: SandboxProbe;
}

/** The engine of the configuration. It starts nothing itself; whether it works is asked through `probe`. */
export function createSandbox(options: SandboxOptions): Sandbox {
  let engine: Engine = { state: notLooked(options.config.engine), confine: null };
  let preparing: Promise<void> | undefined;
  return {
    get state() {
      return engine.state;
    },
    prepare() {
      preparing ??= prepareEngine(options).then((prepared) => {
        engine = prepared;
        if (!prepared.state.ok) preparing = undefined;
      });
      return preparing;
    },
    confine(argv, planned, place) {
      const { state, confine } = engine;
      if (state.ok && confine !== null && state.engine === planned.engine) return confine(argv, planned, place);
      const reason = state.ok ? `it has ${state.engine}, planned was ${planned.engine}` : state.reason;
      throw new Refused("execute", "SANDBOX_UNAVAILABLE", `nothing can confine the program as planned: ${reason}`);
    },
  };
}

interface Engine {
  readonly state: EngineState;
  readonly confine: Sandbox["confine"] | null;
}

async function prepareEngine(options: SandboxOptions): Promise<Engine> {
  const { engine } = options.config;
  try {
    return engine === "bubblewrap" ? await useBubblewrap(options) : await useContainer(engine, options);
  } catch (error) {
    const reason = `looking for ${engine} failed: ${error instanceof Error ? error.message : String(error)}`;
    return { state: { ok: false, engine, reason, hint: "`toolgate doctor` looks again" }, confine: null };
  }
}

async function useBubblewrap({ probe, workspaceRoots }: SandboxOptions): Promise<Engine> {
  const { state, tools } = await prepareBubblewrap(probe, workspaceRoots);
  if (tools === null) return { state, confine: null };
  const tables = { missing: createMissingTable(), running: createRunningTable() };
  return {
    state,
    confine: (argv, planned, place) => confineWithBubblewrap(argv, planned, place, { tools, ...tables }),
  };
}

async function useContainer(
  name: "docker" | "podman",
  { config, probe, workspaceRoots }: SandboxOptions,
): Promise<Engine> {
  const state = await prepareContainer(name, config.image, { probe, workspaceRoots });
  if (!state.ok) return { state, confine: null };
  const client = { engine: name, file: state.file, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return { state, confine: (argv, planned, place) => confineWithContainer(argv, planned, place, client) };
}

function notLooked(engine: EngineState["engine"]): EngineState {
  const reason = `whether ${engine} works was not looked at yet`;
  return { ok: false, engine, reason, hint: "run `toolgate doctor`", notLooked: true };
}
