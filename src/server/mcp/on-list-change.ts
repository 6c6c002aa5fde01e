import type { Runtime } from "../../call/runtime.ts";
import type { RegistrySnapshot } from "../../registry/registry.ts";

/** Tells when what is listed changed; a broken edit that changes nothing of it is not a client's business. */
export function onListChange(registry: Runtime["registry"], listener: () => void): () => void {
  let known = fingerprint(registry.snapshot);
  return registry.onChange((snapshot) => {
    const current = fingerprint(snapshot);
    if (current === known) return;
    known = current;
    listener();
  });
}

function fingerprint({ listed }: RegistrySnapshot): string {
  return listed.map(({ name, definitionHash }) => `${name} ${definitionHash}`).join("\n");
}
