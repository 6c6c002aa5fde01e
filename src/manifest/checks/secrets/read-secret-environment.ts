import { showText } from "../../../text/show-text.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { isSecretName } from "../../../secrets/secret-name.ts";
import { isDangerousVariable } from "../check-environment.ts";

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** What a tool says its program gets: variable → name of a secret. `undefined` where it says nothing. */
export type SecretEnvironment = Readonly<Record<string, string>> | undefined;

/**
 * Reads the table of secrets that become variables of a program.
 * @param taken variables that the program gets otherwise
 * @param findHome for a key that people put into the table by mistake, where it belongs
 */
export function readSecretEnvironment(
  source: TableSource | undefined,
  taken: readonly string[],
  log: IssueLog,
  findHome: (key: string) => string | null = () => null,
): SecretEnvironment {
  const entries = Object.entries(source?.table ?? {});
  if (source === undefined || entries.length === 0) return undefined;
  for (const [variable, name] of entries) {
    const path = [...source.path, variable];
    const home = findHome(variable);
    if (home !== null) {
      addError(log, "misplaced-key", { path, part: "key" }, `\`${variable}\` ${home}`);
      continue;
    }
    checkVariable(variable, taken, { path, part: "key" }, log);
    if (typeof name !== "string") reportType("the name of a secret", name ?? "", path, log);
    else if (!isSecretName(name)) {
      const message = `a secret's name is 1 to 128 of A-Z a-z 0-9 _ . -, got \`${showText(name)}\``;
      const hint = "Write the name alone, without braces; it is looked up when the tool runs.";
      addError(log, "bad-secret-name", { path, part: "value" }, message, hint);
    }
  }
  return Object.fromEntries(entries.flatMap(([key, name]) => (typeof name === "string" ? [[key, name] as const] : [])));
}

type KeyPlace = Parameters<typeof addError>[2];

function checkVariable(variable: string, taken: readonly string[], place: KeyPlace, log: IssueLog): void {
  if (!VARIABLE.test(variable)) {
    addError(log, "bad-name", place, `\`${showText(variable)}\` is not the name of an environment variable`);
  } else if (!/^TOOLCLAD_SECRET_/.test(variable) && isDangerousVariable(variable)) {
    const message = `\`${variable}\` cannot be set for a tool: it changes which program or code runs`;
    addError(log, "dangerous-environment", place, message, "Give the secret to the program under another name.");
  } else if (taken.includes(variable)) {
    const message = `the program gets \`${variable}\` twice`;
    addError(log, "duplicate-value", place, message, "Keep one of the two.");
  }
}
