import type { JsonObject } from "./json.ts";

/** Exactly what will run. It is what is shown, hashed, audited and executed; back ends see nothing else. */
export type Plan = CommandPlan | HandlerPlan;

export interface CommandPlan {
  readonly kind: "command";
  /** `argv[0]` is the absolute, resolved path of the program. */
  readonly argv: readonly string[];
  /** Absolute, resolved. */
  readonly cwd: string;
  /** Names of the environment variables handed on, sorted. Values are read at execution and never recorded. */
  readonly environment: readonly string[];
  /** Every file-system place that validation resolved; checked again right before the program starts. */
  readonly paths: readonly PlannedPath[];
  /** Values made by Toolgate for this call, by placeholder name (`_scan_id`). */
  readonly injected: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxStdoutBytes: number;
  readonly maxStderrBytes: number;
}

/** A path as sent, and what it was when it was checked. */
export interface PlannedPath {
  readonly param: string;
  /** The lexical, absolute path before links were followed. */
  readonly candidate: string;
  /** The same with every link followed, also in the existing part of a path that does not exist yet. */
  readonly resolved: string;
}

export interface HandlerPlan {
  readonly kind: "handler";
  readonly arguments: JsonObject;
  readonly timeoutMs: number;
}
