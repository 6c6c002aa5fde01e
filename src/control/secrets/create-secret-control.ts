import type { SecretControl } from "../../call/runtime.ts";
import { requireRole } from "../require-role.ts";
import { bindSecret, unbindSecret } from "./bind-secret.ts";
import { checkSecret } from "./check-secret.ts";
import { listSecrets } from "./list-secrets.ts";
import { removeSecret } from "./remove-secret.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";
import { setSecret } from "./set-secret.ts";

/** Secrets, as people manage them. Each change is checked first, recorded second, without values, and made third. */
export function createSecretControl(parts: SecretControlParts): SecretControl {
  return {
    list: () => listSecrets(parts),
    check: (name, tool, host) => checkSecret({ name, tool, host }, parts),
    async set(request, by) {
      requireRole("secret.set", by);
      return setSecret(request, by, parts);
    },
    async bind(request, by) {
      requireRole("secret.bind", by);
      return bindSecret(request, by, parts);
    },
    async unbind(request, by) {
      requireRole("secret.unbind", by);
      return unbindSecret(request, by, parts);
    },
    async remove(request, by) {
      requireRole("secret.remove", by);
      return removeSecret(request, by, parts);
    },
    async rotate(by) {
      await parts.recordAdmin("secret.rotate", { key: await parts.store.sealing.keyId() }, by);
      return parts.rotateKey();
    },
  };
}
