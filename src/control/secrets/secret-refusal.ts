import type { SecretChange } from "../../call/runtime.ts";

export type SecretRefusal = Extract<SecretChange, { ok: false }>;

export function refuse(code: SecretRefusal["code"], message: string, hint: string): SecretRefusal {
  return { ok: false, code, message, hint };
}
