import type { BindSecretRequest, SecretChange } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import type { StoredBinding } from "../../storage/repositories.ts";
import { changeSecret } from "./change-secret.ts";
import type { SecretContent } from "./change-secret.ts";
import { findUnreached } from "./find-unreached.ts";
import { refuse } from "./secret-refusal.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";
import { findFault, toBindings } from "./to-bindings.ts";

/** Releases a secret to more, wherever its value is. */
export async function bindSecret(
  request: BindSecretRequest,
  by: Caller,
  parts: SecretControlParts,
): Promise<SecretChange> {
  const fault = findFault(request) ?? (request.tools.length === 0 ? noTool() : null);
  if (fault !== null) return fault;
  const added = toBindings(request);
  const edit = (present: SecretContent | null): SecretContent => ({
    value: present?.value ?? null,
    bindings: uniteBindings(present, added),
  });
  const change = await changeSecret({ ...request, action: "secret.bind", edit }, by, parts);
  return change.ok ? { ...change, warnings: await findUnreached(request, parts) } : change;
}

/** Takes back what `secrets` gave: of each tool, the given hosts, or everything. What files say stays. */
export async function unbindSecret(
  request: BindSecretRequest,
  by: Caller,
  parts: SecretControlParts,
): Promise<SecretChange> {
  const { name, tools, hosts } = request;
  if (tools.length === 0) return noTool();
  const lower = hosts.map((host) => host.toLowerCase());
  const isTaken = ({ tool, host }: StoredBinding): boolean =>
    tools.includes(tool) && (lower.length === 0 || (host !== null && lower.includes(host)));
  const edit = (present: SecretContent | null): ReturnType<Parameters<typeof changeSecret>[0]["edit"]> => {
    const kept = present?.bindings.filter((binding) => !isTaken(binding)) ?? [];
    if (present === null || kept.length === present.bindings.length) {
      return refuse(
        "not_found",
        `\`${name}\` is not bound to that`,
        "`toolgate secrets list` shows what it is bound to.",
      );
    }
    return kept.length === 0 && present.value === null ? null : { value: present.value, bindings: kept };
  };
  return changeSecret({ ...request, action: "secret.unbind", edit }, by, parts);
}

/** Each binding once. */
export function uniteBindings(
  present: SecretContent | null,
  added: readonly StoredBinding[],
): readonly StoredBinding[] {
  const all = [...(present?.bindings ?? []), ...added];
  return [...new Map(all.map((binding) => [JSON.stringify([binding.tool, binding.host]), binding])).values()];
}

function noTool(): Extract<SecretChange, { ok: false }> {
  return refuse("validation", "no tool is named", "Give --tool, such as `--tool github.issues`.");
}
