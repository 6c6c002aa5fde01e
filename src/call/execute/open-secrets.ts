import type { AdmittedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { HttpPlan, Plan } from "../../model/plan.ts";
import { isProgramPlan } from "../../model/plan.ts";
import { SecretError } from "../../secrets/secret-source.ts";
import type { Gate } from "../gate.ts";

/** Values that only this call sees, by name. */
export interface OpenedSecrets {
  /** Of the variables that are kept with the tool. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Of the secrets that the plan names. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Opens what the plan names. @throws Refused when one of them cannot be had: then nothing runs */
export async function openSecrets(admitted: AdmittedCall, gate: Gate): Promise<OpenedSecrets> {
  return { sealed: await openSealed(admitted, gate), secrets: await openNamed(admitted, gate) };
}

async function openSealed({ tool, plan }: AdmittedCall, gate: Gate): Promise<OpenedSecrets["sealed"]> {
  if (!isProgramPlan(plan) || plan.sealedEnvironment.length === 0) return {};
  try {
    return await gate.openSealed(tool);
  } catch (error) {
    const message = `the sealed environment of \`${tool.name}\` cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
    throw new Refused("execute", "SECRET_UNAVAILABLE", message, {
      hint: hintOf(error),
      details: { names: plan.sealedEnvironment },
    });
  }
}

async function openNamed({ tool, plan }: AdmittedCall, gate: Gate): Promise<OpenedSecrets["secrets"]> {
  const names = listSecrets(plan);
  if (names.length === 0) return {};
  try {
    return await gate.openSecrets(names, { tool, host: plan.kind === "http" ? plan.host : null });
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new Refused("execute", error.code, error.message, { hint: error.hint, details: { names } });
  }
}

/** What the other side was given beside the call, and could send back. */
export async function listGiven({ plan }: AdmittedCall, gate: Gate, signal: AbortSignal): Promise<readonly string[]> {
  return plan.kind === "mcp" ? gate.upstream.secretsOf(plan.server, signal) : [];
}

/** Names of the secrets that a plan needs, each once, sorted. */
export function listSecrets(plan: Plan): readonly string[] {
  if (plan.kind === "handler" || plan.kind === "mcp") return [];
  const names = plan.kind === "http" ? listRequestSecrets(plan) : Object.values(plan.secretEnvironment ?? {});
  return [...new Set(names)].sort();
}

function listRequestSecrets({ url, headers, body }: HttpPlan): readonly string[] {
  const texts = [url, ...headers.map(([, value]) => value), body ?? []];
  return texts.flat().flatMap((piece) => (piece.kind === "secret" ? [piece.name] : []));
}

/** A key that is lost says itself what to do. */
function hintOf(error: unknown): string {
  const known = error instanceof Error && "hint" in error && typeof error.hint === "string" ? error.hint : null;
  return known ?? "set its values again: `toolgate tools update NAME FILE --env-from FILE`";
}
