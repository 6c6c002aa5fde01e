import { SecretError } from "../../secret-source.ts";

export function unavailable(message: string, hint: string): SecretError {
  return new SecretError("SECRET_UNAVAILABLE", message, hint);
}
