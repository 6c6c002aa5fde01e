import type { MessagePort } from "node:worker_threads";
import type { ModuleResult } from "../../manifest.ts";

/** What the thread is started with. */
export interface WorkerSetup {
  readonly port: MessagePort;
  /** Becomes 1 once requests are taken. */
  readonly ready: Int32Array;
  /** Becomes 1 when an answer was sent. */
  readonly answered: Int32Array;
}

export interface EvaluationRequest {
  readonly source: string;
  readonly isTypeScript: boolean;
}

export interface EvaluationAnswer {
  readonly result: ModuleResult;
  /** The thread must not be asked again. */
  readonly isBroken: boolean;
}
