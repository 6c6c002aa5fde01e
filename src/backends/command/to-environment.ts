import { Refused } from "../../model/errors.ts";
import type { ProgramPlan } from "../../model/plan.ts";
import type { ExecutionContext } from "../backend.ts";

export interface EnvironmentSource {
  /** The gateway's own variables; only those that a plan names are handed on. */
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a variable of the gateway holds a secret: it is then handed to no program, whoever names it. */
  readonly isSecretVariable: (name: string) => boolean;
  /** Whether programs get `TRACEPARENT`, where the call belongs to a trace. @default false */
  readonly tellsTrace?: boolean | undefined;
}

/**
 * The whole environment of a program. What Toolgate sets itself wins over secrets, and these over what is handed on.
 * @throws Refused when the plan names a variable that holds a secret, or a secret that was not opened
 */
export function toEnvironment(
  plan: ProgramPlan,
  tool: string,
  { sealed, secrets }: Pick<ExecutionContext, "sealed" | "secrets">,
  source: EnvironmentSource,
): Readonly<Record<string, string>> {
  return {
    ...toHandedOn(plan.environment, tool, source),
    ...toSecrets(plan.secretEnvironment ?? {}, tool, secrets),
    ...sealed,
    ...plan.fixedEnvironment,
  };
}

function toHandedOn(names: readonly string[], tool: string, source: EnvironmentSource): Record<string, string> {
  const handedOn: Record<string, string> = {};
  for (const name of names) {
    if (source.isSecretVariable(name)) throw ungiven(name, tool);
    const value = source.environment[name];
    if (value !== undefined) handedOn[name] = value;
  }
  return handedOn;
}

function toSecrets(
  named: Readonly<Record<string, string>>,
  tool: string,
  opened: Readonly<Record<string, string>>,
): Record<string, string> {
  const values = Object.entries(named).map(([variable, secret]) => {
    const value = Object.hasOwn(opened, secret) ? opened[secret] : undefined;
    if (value === undefined) {
      throw new Refused("execute", "SECRET_MISSING", `\`${tool}\` needs the secret ${secret}, which was not opened`);
    }
    return [variable, value] as const;
  });
  return Object.fromEntries(values);
}

function ungiven(name: string, tool: string): Refused {
  const message = `\`${tool}\` names the variable ${name} of the gateway, which holds a secret and is handed to no program`;
  return new Refused("execute", "SECRET_NOT_BOUND", message, {
    hint: "name the secret in the tool's secret environment, and bind it to the tool",
  });
}
