import type { Tool } from "../model/tool.ts";

/** Why a secret is not handed out. Its message names the secret and the tool, never a value. */
export class SecretError extends Error {
  readonly code: "SECRET_MISSING" | "SECRET_NOT_BOUND" | "SECRET_UNAVAILABLE";
  readonly hint: string;

  constructor(code: SecretError["code"], message: string, hint: string) {
    super(message);
    this.name = "SecretError";
    this.code = code;
    this.hint = hint;
  }
}

/** What a call wants its secrets for: they go to this tool, and over the network only to this host. */
export interface SecretUse {
  readonly tool: Pick<Tool, "name" | "origin">;
  /** Lower-case; `null`: they become variables of a program. */
  readonly host: string | null;
}

/** Opens named secrets for a call. */
export interface SecretSource {
  /** By name, all of them; rejects with `SecretError` when one is missing, not bound to the use, or cannot be opened. */
  open(names: readonly string[], use: SecretUse): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}
