import { refuseSecretTexts } from "../../checks/secrets/refuse-secret-texts.ts";
import type { SecretRefusal } from "../../checks/secrets/refuse-secret-texts.ts";
import type { TableSource } from "../../toml/fields.ts";
import type { IssueLog } from "../../toml/issue-log.ts";

const REFUSAL: SecretRefusal = {
  message: "a secret cannot be part of a command, which every process on the machine can read",
  hint: "Give it to the program in [command.secrets]; in braces secrets stand in [http] alone.",
};

/** Reports every `{_secret:NAME}` in a command, wherever it stands. */
export function checkSecrets({ table, path }: TableSource, log: IssueLog): void {
  refuseSecretTexts(table, path, { refusal: REFUSAL, except: ["secrets"] }, log);
}
