import type { CallObserver, CallReport } from "../call/observe/call-observer.ts";

/** One observer out of what traces calls and what only hears how they ended; one that fails keeps nothing from the others. */
export function joinObservers(
  tracing: CallObserver | undefined,
  tells: readonly ((report: CallReport) => void)[],
  logFailure: (id: string, cause: unknown) => void,
): CallObserver | undefined {
  if (tracing === undefined && tells.length === 0) return undefined;
  return {
    begin(came) {
      const traced = tracing?.begin(came);
      const all = traced === undefined ? tells : [(report: CallReport): void => traced.end(report), ...tells];
      return {
        trace: traced?.trace ?? came.trace,
        end: (report) => {
          for (const tell of all) attempt(() => tell(report), report.callId, logFailure);
        },
      };
    },
  };
}

function attempt(run: () => void, id: string, logFailure: (id: string, cause: unknown) => void): void {
  try {
    run();
  } catch (error) {
    logFailure(id, error);
  }
}
