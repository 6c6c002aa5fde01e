import type { SandboxEngineName, SandboxProfile } from "../../../model/sandbox.ts";

export interface ResourceData {
  readonly memory_mb?: number | undefined;
  readonly processes?: number | undefined;
  readonly file_mb?: number | undefined;
  readonly cpu_seconds?: number | undefined;
}

/** `[[sandbox.tools]]` */
export interface SandboxToolData extends ResourceData {
  readonly tool: string;
  readonly profile?: SandboxProfile | undefined;
  readonly writable?: readonly string[] | undefined;
  readonly readable?: readonly string[] | undefined;
  /** `false`: none; `true`: any place. */
  readonly network?: boolean | readonly string[] | undefined;
}

/** `[sandbox]` */
export interface SandboxData {
  readonly engine?: SandboxEngineName | undefined;
  readonly image?: string | undefined;
  readonly default?: SandboxProfile | undefined;
  readonly default_for_lines?: SandboxProfile | undefined;
  readonly fallback?: "refuse" | "none" | undefined;
  readonly limits?: ResourceData | undefined;
  readonly tools?: readonly SandboxToolData[] | undefined;
}

/** `[[secrets.providers]]`; which of the keys belong to its kind was checked. */
export interface ProviderTable {
  readonly kind: "env" | "file" | "store" | "vault";
  readonly prefix?: string | undefined;
  readonly folder?: string | undefined;
  readonly url?: string | undefined;
  readonly mount?: string | undefined;
  readonly path?: string | undefined;
  readonly version?: number | undefined;
  readonly namespace?: string | undefined;
  readonly token_env?: string | undefined;
  readonly token_file?: string | undefined;
  readonly timeout_seconds?: number | undefined;
}

/** `[[secrets.bind]]` */
export interface BindingData {
  readonly secret: string;
  readonly tools: string | readonly string[];
  readonly hosts?: readonly string[] | undefined;
}

/** `[secrets]` */
export interface SecretsData {
  readonly providers?: readonly ("env" | "store" | ProviderTable)[] | undefined;
  readonly bind?: readonly BindingData[] | undefined;
}

/** `[output]` */
export interface OutputData {
  readonly patterns_off?: readonly string[] | undefined;
  readonly patterns?: readonly { readonly name: string; readonly pattern: string }[] | undefined;
  readonly max_model_chars?: number | undefined;
  readonly max_total_mb?: number | undefined;
  readonly evidence?:
    | {
        readonly folder?: string | undefined;
        readonly keep_days?: number | undefined;
        readonly max_mb?: number | undefined;
      }
    | undefined;
}
