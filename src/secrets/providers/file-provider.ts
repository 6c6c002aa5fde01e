import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { isSecretName } from "../secret-name.ts";
import { SecretError } from "../secret-source.ts";
import { trimLineEnd } from "../../text/trim-line-end.ts";
import { MAX_SECRET_LENGTH } from "./secret-provider.ts";
import type { FoundSecret, SecretProvider } from "./secret-provider.ts";

const ABSENT: FoundSecret = { kind: "absent", note: null };
/** UTF-8 takes up to three bytes for a UTF-16 unit. */
const MAX_BYTES = MAX_SECRET_LENGTH * 3;
/** Rights of others that a folder, and a file, may not have. A group may read: that is how containers are given secrets. */
const [FOLDER_RIGHTS, FILE_RIGHTS] = [0o002, 0o027];

/** Secrets in files of one folder, each named like its secret, read at each use. A link may not lead out of the folder. */
export function createFileProvider(folder: string): SecretProvider {
  return {
    place: (name) => `the file ${path.join(folder, name)}`,
    async find({ name }) {
      if (!isSecretName(name)) return ABSENT;
      const file = path.join(folder, name);
      try {
        return await readSecret(folder, file);
      } catch (error) {
        if (error instanceof SecretError) throw error;
        const { code = "" } = error as NodeJS.ErrnoException;
        if (code === "ENOENT") return ABSENT;
        throw unavailable(`${file} cannot be read (${code || String(error)})`, "See that Toolgate's user may read it.");
      }
    },
  };
}

async function readSecret(folder: string, file: string): Promise<FoundSecret> {
  const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
  if (!real.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) {
    throw unavailable(`${file} is a link that leads out of its folder`, "Put the file itself there.");
  }
  const { mode } = await stat(root);
  if ((mode & FOLDER_RIGHTS) !== 0) throw unavailable(`${folder} can be changed by others`, close("755", folder));
  // A pipe would keep the call waiting, and a link put there since is not followed.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const value = trimLineEnd(await readText(handle, file));
    return value === "" ? { kind: "absent", note: "it is empty" } : { kind: "found", value };
  } finally {
    await handle.close();
  }
}

async function readText(handle: FileHandle, file: string): Promise<string> {
  const stats = await handle.stat();
  const { mode, size } = stats;
  if (!stats.isFile()) throw unavailable(`${file} is not a file`, "Put a file there that holds the secret alone.");
  if ((mode & FILE_RIGHTS) !== 0) {
    throw unavailable(`${file} can be read or changed by other users`, close("600", file));
  }
  const buffer = Buffer.alloc(Math.min(size, MAX_BYTES) + 1);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  const text = decode(buffer.subarray(0, bytesRead));
  if (text === null)
    throw unavailable(`${file} is not UTF-8 text`, "Keep it as base64, and decode it where it is used.");
  if (bytesRead > size || text.length > MAX_SECRET_LENGTH) {
    throw unavailable(`${file} is longer than ${MAX_SECRET_LENGTH} characters`, "A secret is a short text.");
  }
  return text;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function close(mode: string, file: string): string {
  return `Close it: chmod ${mode} '${file}'`;
}

function unavailable(message: string, hint: string): SecretError {
  return new SecretError("SECRET_UNAVAILABLE", message, hint);
}
