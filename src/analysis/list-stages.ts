import type { ArgNode } from "../model/arg-node.ts";
import type { BackendSpec } from "../model/backend.ts";

/** A program with its arguments, whether it runs alone or joined with others. */
export interface Stage {
  readonly binary: string;
  readonly args: readonly ArgNode[];
}

/** The programs that a tool starts with an argument list. */
export function listStages(backend: BackendSpec): readonly Stage[] {
  if (backend.kind === "command") return [backend];
  return backend.kind === "script" ? backend.steps.flatMap(({ stages }) => stages) : [];
}
