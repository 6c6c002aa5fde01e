import type { Runtime } from "../call/runtime.ts";
import type { Mode } from "../policy/policy.ts";
import type { Screen } from "./output/screen.ts";

/** What a command may replace of the configuration, for one run. */
export interface RuntimeOverrides {
  readonly mode?: Mode | undefined;
  readonly headless?: boolean | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

/** Everything that a command sees of the world it was started in. */
export interface Cli {
  readonly out: Screen;
  readonly err: Screen;
  readonly input: NodeJS.ReadStream;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** As given with `--config`. */
  readonly configPath: string | undefined;
  /** Results are wanted as JSON on standard output. */
  readonly json: boolean;
  /** A human is there: questions can be asked on standard error and answered on standard input. */
  readonly isInteractive: boolean;
  /** From now on Ctrl-C and SIGTERM abort this instead of ending the process. */
  interruptible(): AbortSignal;
  /** Opens the gate, hands it over, and closes it whatever happens. `control` reads no tool files. */
  withRuntime<T>(
    parts: "all" | "control",
    use: (runtime: Runtime) => T | Promise<T>,
    overrides?: RuntimeOverrides,
  ): Promise<T>;
  /** Prints a result: as JSON when that was asked for, else as `render` makes it. */
  print(value: unknown, render: (screen: Screen) => string): void;
  /** Remarks for people on standard error; left out with `--json`. */
  note(text: string): void;
}

/** JSON as every command prints it: readable, one trailing newline. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
