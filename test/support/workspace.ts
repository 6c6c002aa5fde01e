import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RuntimeOptions } from "../../src/main.ts";
import { createRuntime } from "../../src/main.ts";
import type { Runtime } from "../../src/call/runtime.ts";
import type { RawCall } from "../../src/model/call.ts";
import type { Caller } from "../../src/model/caller.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";

/** A throw-away workspace that counts as trusted, with data folders of its own. */
export interface TestWorkspace {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly dataFolder: string;
  write(file: string, text: string): string;
  /** A gateway on this workspace; closed by `remove` if the test did not. */
  open(options?: Partial<RuntimeOptions>): Promise<TestGateway>;
  remove(): Promise<void>;
}

export interface TestGateway {
  readonly runtime: Runtime;
  readonly agent: Caller;
  call(tool: string, args?: JsonObject, extra?: Partial<RawCall>): Promise<Outcome>;
  close(): Promise<void>;
}

export interface WorkspaceText {
  /** File name without `.toml` → text. */
  readonly tools?: Readonly<Record<string, string>>;
  /** The text of `toolgate.toml`. */
  readonly config?: string;
}

export function createTestWorkspace({ tools = {}, config = "" }: WorkspaceText = {}): TestWorkspace {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-test-")));
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-home-")));
  const gateways = new Set<TestGateway>();
  const write = (file: string, text: string): string => {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  };
  write("toolgate.toml", config);
  for (const [name, text] of Object.entries(tools)) write(`tools/${name}.toml`, text);
  const env = { ...process.env, TOOLGATE_HOME: home, TOOLGATE_TRUST: "1" };
  return {
    folder,
    env,
    dataFolder: path.join(home, "data"),
    write,
    async open(options = {}) {
      const runtime = await createRuntime({ cwd: folder, env, ...options });
      const agent = await runtime.control.localAgent("test");
      const gateway: TestGateway = {
        runtime,
        agent,
        call: (tool, args = {}, extra = {}) => runtime.call({ entry: "library", tool, args, caller: agent, ...extra }),
        async close() {
          if (gateways.delete(gateway)) await runtime.close();
        },
      };
      gateways.add(gateway);
      return gateway;
    },
    async remove() {
      for (const gateway of [...gateways]) await gateway.close();
      rmSync(folder, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Waits for something that another process or timer brings about. */
export async function until<Value>(look: () => Value | Promise<Value>, what: string): Promise<NonNullable<Value>> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited 10 s for ${what}`);
}
