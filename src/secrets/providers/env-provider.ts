import { KEY_VARIABLE, OLD_KEY_VARIABLE } from "../keys/sealing-key.ts";
import { SecretError } from "../secret-source.ts";
import type { SecretProvider } from "./secret-provider.ts";

/** What opens everything else is no secret for tools, whatever the prefix is. */
const NEVER: ReadonlySet<string> = new Set([KEY_VARIABLE, OLD_KEY_VARIABLE, "TOOLGATE_TOKEN"]);

/** Secrets in variables of the gateway: `<prefix><NAME>`, read at each use. An empty one counts as not set. */
export function createEnvProvider(prefix: string, environment: NodeJS.ProcessEnv): SecretProvider {
  const toVariable = (name: string): string => `${prefix}${name.toUpperCase().replace(/[^A-Z0-9_]/g, "_")}`;
  return {
    place: (name) => `the variable ${toVariable(name)}`,
    find({ name, known }) {
      const variable = toVariable(name);
      const value = NEVER.has(variable) ? undefined : environment[variable];
      const other = [...known].find((one) => one !== name && toVariable(one) === variable);
      if (value === undefined || value === "") {
        return Promise.resolve({ kind: "absent", note: value === "" ? "it is empty" : null });
      }
      if (other === undefined) return Promise.resolve({ kind: "found", value });
      const message = `the secrets \`${name}\` and \`${other}\` would both be read from the variable ${variable}`;
      return Promise.reject(new SecretError("SECRET_UNAVAILABLE", message, "Rename one of them."));
    },
  };
}
