import type { Redirect } from "../../model/backend.ts";

/** Programs joined as a shell would join them; everything in it is absolute and final. */
export interface ScriptOrder {
  readonly steps: readonly ScriptStepOrder[];
  /** Address space of each of its programs. @default no limit of its own */
  readonly memoryBytes?: number | null | undefined;
}

export interface ScriptStepOrder {
  readonly operator: ";" | "&&" | "||";
  /** None: the step succeeds. */
  readonly stages: readonly StageOrder[];
  /** Absolute. @default where the script started */
  readonly cwd?: string | undefined;
}

export interface StageOrder {
  readonly argv: readonly string[];
  readonly redirects: readonly Redirect[];
}

/** One argument of a program holds at most 128 KiB on Linux; characters take up to three bytes here. */
const CHUNK_LENGTH = 40_000;

/** The order as arguments of the process that carries it out. */
export function toScriptArguments({ steps, memoryBytes }: ScriptOrder): readonly string[] {
  // Whatever else an order carries, everybody can read the arguments of a process.
  const text = JSON.stringify({ steps, memoryBytes });
  const count = Math.max(1, Math.ceil(text.length / CHUNK_LENGTH));
  return Array.from({ length: count }, (_, index) => text.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH));
}

/** Reads what `toScriptArguments` wrote; both ends are this program, so the text is taken at its word. */
export function fromScriptArguments(args: readonly string[]): ScriptOrder {
  return JSON.parse(args.join("")) as ScriptOrder;
}
