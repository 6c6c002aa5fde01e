/** Why there is no key to seal and open secrets with; the message never shows any of it. */
export class SecretsKeyError extends Error {
  readonly code: "KEY_MISSING" | "KEY_WRONG" | "KEY_UNUSABLE" | "KEY_UNCHANGED" | "SEALED_UNREADABLE";
  readonly hint: string;

  constructor(code: SecretsKeyError["code"], message: string, hint: string) {
    super(message);
    this.name = "SecretsKeyError";
    this.code = code;
    this.hint = hint;
  }
}
