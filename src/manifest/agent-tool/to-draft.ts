import type { AppBackend } from "../../model/backend.ts";
import type { JsonSchema } from "../../model/json.ts";
import type { SpecifierTemplate } from "../../model/tool.ts";
import type { ToolDraft } from "../manifest.ts";
import type { TomlPath } from "../toml/toml-document.ts";

const TIMEOUT_MS = 30_000;
const OUTPUT_CAP_BYTES = 1_048_576;

export interface DeclarationContext {
  /** Whether the operator believes this connection when it says that a tool has no side effect. */
  readonly trustReadOnly: boolean;
}

/** A tool and where its name stands. */
export interface Declared {
  readonly draft: ToolDraft;
  readonly namePath: TomlPath;
}

interface Declaration {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly sideEffect: boolean;
  readonly specifier: SpecifierTemplate | null;
  readonly declared: AppBackend["declared"];
}

/** The tool that a declaration stands for. */
export function toDraft(declaration: Declaration, { trustReadOnly }: DeclarationContext): ToolDraft {
  const { name, title, description, schema, sideEffect, specifier, declared } = declaration;
  return {
    name,
    title,
    description,
    version: null,
    group: name.includes(".") ? name.slice(0, name.indexOf(".")) : null,
    input: { kind: "schema", schema },
    effect: sideEffect || !trustReadOnly ? "write" : "read",
    riskTier: null,
    humanApproval: false,
    enabled: true,
    // What an application declares never stands in front of another tool.
    overrides: false,
    backend: { kind: "app", declared },
    limits: { timeoutMs: TIMEOUT_MS, maxStdoutBytes: OUTPUT_CAP_BYTES, maxStderrBytes: OUTPUT_CAP_BYTES },
    environment: [],
    output: { shape: "value", parser: "json", schema: null },
    cedar: null,
    specifier,
  };
}
