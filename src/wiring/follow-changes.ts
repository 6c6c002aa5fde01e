import type { Gate } from "../call/gate.ts";
import type { RunningCallTable } from "../call/running-calls.ts";
import { logFailure } from "../log/log-failure.ts";
import type { RunningCallRepository } from "../storage/repositories.ts";
import { followEvidence } from "../setup/follow/follow-evidence.ts";
import { followTools } from "../setup/follow/follow-tools.ts";
import { followTrust } from "../setup/follow/follow-trust.ts";
import { createPermissionCheck } from "../setup/create-permission-check.ts";
import type { Parts, WireOptions } from "./create-parts.ts";

/** How often a process with running calls looks whether somebody asked one of them to end. */
const CANCEL_POLL_MS = 100;

/** What other processes change in the database, and what people change in files, that nothing else tells. */
export function followChanges(
  { config, store, scope, permissions, parts: wanted }: WireOptions,
  { running, registry }: Parts,
  gate: Gate,
): () => void {
  const stopCancels = followCancelRequests(store.running, running);
  if (wanted === "control") return stopCancels;
  // Frozen are files; what operators change in the database holds all the same.
  const stopTools = followTools(
    store,
    () => gate.currentTools(),
    (error) => logFailure("tools", error),
  );
  const stopEvidence = followEvidence(gate.evidence, store.running, (error) => logFailure("evidence", error));
  const stops = [stopCancels, stopTools, stopEvidence];
  if (config.reload === "watch") {
    scope.watch((issues) => registry.report("scope", issues));
    const check = createPermissionCheck({
      tools: () => [...registry.snapshot.tools.values()],
      files: permissions.files,
      servers: config.mcpServers,
    });
    permissions.watch((issues) => registry.report("permissions", issues), check);
    stops.push(
      followTrust(store, config.workspace, registry, (error) => logFailure("trust", error), scope, permissions),
    );
  }
  return () => {
    for (const stop of stops) stop();
  };
}

/** Requests to end a call may come from any process; the one that runs it has to notice. */
function followCancelRequests(requests: RunningCallRepository, running: RunningCallTable): () => void {
  const look = async (): Promise<void> => {
    if (running.size === 0) return;
    for (const callId of await requests.cancelRequests()) running.cancel(callId);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => logFailure("cancel-requests", error));
  }, CANCEL_POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
