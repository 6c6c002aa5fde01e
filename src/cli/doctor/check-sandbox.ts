import type { Runtime } from "../../call/runtime.ts";
import type { EngineState } from "../../sandbox/sandbox.ts";
import { fail, ok, warn } from "./finding.ts";
import type { Finding } from "./finding.ts";

type Looked = Pick<Runtime, "sandbox"> & { readonly config: Pick<Runtime["config"], "sandbox" | "packs"> };

/** What can confine programs here, and what becomes of tools that want it. */
export async function checkSandbox({ sandbox, config }: Looked): Promise<readonly Finding[]> {
  await sandbox.prepare();
  const { state } = sandbox;
  if (!state.ok) return [reportMissing(state, config)];
  const works = state.engine === "bubblewrap" ? "user namespaces work" : "its image is there";
  const gaps = Object.entries(state.cannot).map(([demand, reason]) =>
    warn("sandbox", `${DEMANDS[demand] ?? demand} cannot be held: ${reason}`, "tools that demand it are refused"),
  );
  return [ok("sandbox", `${state.engine} ${state.version} (${state.file}), ${works}`), ...gaps];
}

/** Broken only where something waits for it: most tools run unconfined unless somebody says otherwise. */
function reportMissing(
  { reason, hint }: Extract<EngineState, { ok: false }>,
  { sandbox, packs }: Looked["config"],
): Finding {
  const isOpen = sandbox.fallback === "none";
  const effect = isOpen ? "run unconfined unless they name a profile" : "are refused";
  const message = `nothing can confine programs, and tools that want it ${effect}: ${reason}`;
  const isNeeded = sandbox.default !== "none" || packs.shell || sandbox.tools.length > 0;
  return (isNeeded && !isOpen ? fail : warn)("sandbox", message, hint);
}

const DEMANDS: Readonly<Record<string, string>> = {
  limits: "limits on memory, files and time",
  processes: "a limit on processes",
  hosts: "a network of single hosts",
};
