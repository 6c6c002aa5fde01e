import type { SecretChange, SetSecretRequest } from "../../call/runtime.ts";
import { SECRET_NAME } from "../../manifest/checks/secrets/secret-name.ts";
import type { Caller } from "../../model/caller.ts";
import { MAX_SECRET_LENGTH } from "../../secrets/providers/secret-provider.ts";
import { uniteBindings } from "./bind-secret.ts";
import { changeSecret } from "./change-secret.ts";
import { findUnreached } from "./find-unreached.ts";
import { refuse } from "./secret-refusal.ts";
import type { SecretRefusal } from "./secret-refusal.ts";
import type { SecretControlParts } from "./secret-control-parts.ts";
import { findFault, toBindings } from "./to-bindings.ts";

/** Shorter values can be guessed, and the same characters stand in much that is no secret. */
const SHORT = 8;

/** Gives a secret a value. What it was bound to stays, and the given bindings are added. */
export async function setSecret(
  request: SetSecretRequest,
  by: Caller,
  parts: SecretControlParts,
): Promise<SecretChange> {
  const { value } = request;
  const fault = findFault(request) ?? findValueFault(value);
  if (fault !== null) return fault;
  const added = toBindings(request);
  const change = await changeSecret(
    { ...request, action: "secret.set", edit: (present) => ({ value, bindings: uniteBindings(present, added) }) },
    by,
    parts,
  );
  if (!change.ok) return change;
  return { ...change, warnings: [...findWarnings(request), ...(await findUnreached(request, parts))] };
}

function findValueFault(value: string): SecretRefusal | null {
  if (value === "") return refuse("validation", "the value is empty", "Give one, or remove the secret.");
  if (!value.isWellFormed()) {
    return refuse("validation", "the value holds a lone surrogate, so it is no text", "Keep it as base64.");
  }
  if (value.length <= MAX_SECRET_LENGTH) return null;
  const message = `the value has ${value.length} characters; at most ${MAX_SECRET_LENGTH} are kept`;
  return refuse("validation", message, "Keep the name of a file in its place.");
}

function findWarnings({ name, value }: SetSecretRequest): readonly string[] {
  const warnings: string[] = [];
  if (value.length < SHORT) {
    warnings.push(
      `The value has fewer than ${SHORT} characters: it can be guessed, and output loses every place where the same characters stand.`,
    );
  }
  if (value.includes("\u0000")) warnings.push("The value holds a NUL character, so no program can get it.");
  if (!SECRET_NAME.test(name)) {
    warnings.push("No request can name it: in `{_secret:NAME}`, a name is 1 to 64 of A-Z a-z 0-9 _.");
  }
  return warnings;
}
