import { parseScope } from "../../scope/parse-scope.ts";
import type { Scope } from "../../scope/scope.ts";
import { CliError } from "../cli-error.ts";
import { readText } from "../manifest-file.ts";

/** The scope of a file in either of its forms; one mistake in it fails the command, as it would close the gate. */
export async function readScope(file: string): Promise<Scope> {
  const { scope, issues } = parseScope(await readText(file), file);
  if (scope !== null) return scope;
  throw new CliError("SCOPE", `${file} cannot be used: ${issues.join(" ")}`, { details: { issues } });
}
