import type { EvidenceStore } from "../../evidence/evidence-store.ts";
import type { RunningCallRepository } from "../../storage/repositories.ts";

const EVERY_MS = 60 * 60 * 1000;
/** A gateway that has just started has better things to do. */
const FIRST_MS = 30_000;

/** Removes what is not to be kept any longer of the files of calls, from time to time, until the function it gives is called. */
export function followEvidence(
  evidence: Pick<EvidenceStore, "sweep">,
  running: Pick<RunningCallRepository, "list">,
  report: (error: unknown) => void,
): () => void {
  const sweep = async (): Promise<void> => {
    const calls = await running.list();
    await evidence.sweep(calls.map(({ callId }) => callId));
  };
  const look = (): void => void sweep().catch(report);
  const first = setTimeout(look, FIRST_MS);
  const timer = setInterval(look, EVERY_MS);
  first.unref();
  timer.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
