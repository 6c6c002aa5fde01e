import { readFile, stat } from "node:fs/promises";
import { unavailable } from "./vault-error.ts";
import type { VaultConfig } from "./create-vault-provider.ts";

/** Read at each use, so that a renewed token needs no restart. @throws SecretError */
export async function readToken(place: VaultConfig["token"], environment: NodeJS.ProcessEnv): Promise<string> {
  const where = "env" in place ? `the variable ${place.env}` : `the file ${place.file}`;
  const token = "env" in place ? environment[place.env] : await readTokenFile(place.file);
  if (token === undefined || token.trim() === "") {
    throw unavailable(
      `${where}, which should hold the token of the vault, is empty or not there`,
      "Put a token there.",
    );
  }
  if (/^[\x21-\x7e]+$/.test(token.trim())) return token.trim();
  throw unavailable(`what ${where} holds is no token`, "A token is one word of visible characters.");
}

async function readTokenFile(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if ((mode & 0o007) !== 0) throw unavailable(`${file} can be read by other users`, `Close it: chmod 600 '${file}'`);
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (error instanceof Error && error.name === "SecretError") throw error;
    throw unavailable(`${file} cannot be read (${code ?? String(error)})`, "See that Toolgate's user may read it.");
  }
}
