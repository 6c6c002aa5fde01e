import type { Registry } from "../../registry/registry.ts";
import type { Store } from "../../storage/store.ts";
import { trustKey } from "../trust-key.ts";

const POLL_MS = 250;

/**
 * `toolgate trust` in another process touches no file, so nothing but the database tells that files may be loaded now.
 * The scope is looked at first, so that no tool is served under one that it was not trusted with; what rules grant comes
 * last, so that it never holds for a tool as it was before. What they take away holds since the file was written.
 */
export function followTrust(
  store: Store,
  workspace: string,
  registry: Pick<Registry, "reload">,
  onError: (error: unknown) => void,
  scope?: { reload(): Promise<void> },
  permissions?: { reload(): Promise<void> },
): () => void {
  let revision = store.revision();
  let recorded = store.settings.get(trustKey(workspace));
  const look = async (): Promise<void> => {
    const current = store.revision();
    if (current === revision) return;
    revision = current;
    const before = await recorded;
    recorded = store.settings.get(trustKey(workspace));
    if ((await recorded) === before) return;
    await scope?.reload();
    await registry.reload();
    await permissions?.reload();
  };
  const timer = setInterval(() => void look().catch(onError), POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
