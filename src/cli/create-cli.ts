import type { Runtime } from "../call/runtime.ts";
import type { Cli, RuntimeOverrides } from "./cli.ts";
import { renderJson } from "./cli.ts";
import { listenForInterrupt } from "./interrupt.ts";
import { createScreen } from "./output/screen.ts";

export interface GlobalOptions {
  readonly config?: string | undefined;
  readonly json?: boolean | undefined;
  /** `false` with `--no-color`. */
  readonly color?: boolean | undefined;
}

/** The command line's surroundings for this process and these global options. */
export function createCli(options: GlobalOptions): Cli {
  const { env, stdin, stdout, stderr } = process;
  const color = options.color !== false;
  // The prompt library looks at the environment only.
  if (!color) env["NO_COLOR"] = "1";
  const out = createScreen(stdout, { color, env });
  const err = createScreen(stderr, { color, env });
  const json = options.json === true;
  const surroundings = { cwd: process.cwd(), env, configPath: options.config };
  let interrupt: AbortSignal | undefined;
  return {
    ...surroundings,
    out,
    err,
    json,
    input: stdin,
    isInteractive: stdin.isTTY && err.isTerminal,
    interruptible: () => (interrupt ??= listenForInterrupt((code) => process.exit(code))),
    withRuntime: async (parts, use, overrides) => {
      const runtime = await openRuntime(surroundings, parts, overrides);
      try {
        return await use(runtime);
      } finally {
        await runtime.close();
      }
    },
    print: (value, render) => out.write(json ? renderJson(value) : render(out)),
    note: (text) => (json ? undefined : err.line(text)),
  };
}

async function openRuntime(
  { cwd, env, configPath }: Pick<Cli, "cwd" | "env" | "configPath">,
  parts: "all" | "control",
  overrides: RuntimeOverrides | undefined,
): Promise<Runtime> {
  const { createRuntime } = await import("../main.ts");
  return createRuntime({
    cwd,
    env,
    parts,
    ...(configPath === undefined ? {} : { configPath }),
    ...(overrides === undefined ? {} : { overrides }),
  });
}
