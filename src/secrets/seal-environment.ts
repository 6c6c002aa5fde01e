import { hash, randomBytes } from "node:crypto";
import { checkEnvironment } from "../manifest/checks/check-environment.ts";
import type { IssueLog } from "../manifest/toml/issue-log.ts";
import type { SealedEnvironment, StoredTool } from "../storage/repositories.ts";
import { showText } from "../text/show-text.ts";
import type { Opened, Sealer, SealedPlace } from "./seal.ts";

export type EnvironmentValues = Readonly<Record<string, string>>;

const MAX_VARIABLES = 100;
/** UTF-16 units of one value; the system limits all arguments and variables of a program together. */
const MAX_VALUE_LENGTH = 64 * 1024;

/** What values belong to. Whoever can write the database, but has no key, cannot give them to another program. */
export interface SealedOwner {
  readonly id: string;
  readonly audience: StoredTool["audience"];
  /** The text of the definition. */
  readonly definition: string;
}

/**
 * Seals the environment of a tool as it is defined now. Names that change which program or code runs are refused, as are
 * values that no variable can hold; no message shows a value.
 */
export function sealEnvironment(
  sealer: Sealer,
  values: EnvironmentValues,
  owner: SealedOwner,
):
  | { readonly ok: true; readonly environment: SealedEnvironment }
  | { readonly ok: false; readonly messages: readonly string[] } {
  const names = Object.keys(values).sort();
  const messages = [...checkNames(names), ...names.flatMap((name) => checkValue(name, values[name] ?? ""))];
  if (messages.length > 0) return { ok: false, messages };
  // Another one for every change, and nothing that tells about the values.
  const version = randomBytes(8).toString("hex");
  const sealed = resealEnvironment(sealer, values, version, owner);
  return { ok: true, environment: { names, version, sealed } };
}

/** The envelope alone, for values that did not change: with the same version, approvals of the tool go on to hold. */
export function resealEnvironment(
  sealer: Sealer,
  values: EnvironmentValues,
  version: string,
  owner: SealedOwner,
): string {
  const entries = Object.keys(values)
    .sort()
    .map((name) => [name, values[name] ?? ""] as const);
  return sealer.seal(JSON.stringify({ version, entries }), toPlace(owner));
}

/** The values that were sealed for this tool; a definition that changed since does not get them. */
export function openEnvironment(
  sealer: Pick<Sealer, "open">,
  { names, version, sealed }: SealedEnvironment,
  owner: SealedOwner,
): { readonly ok: true; readonly values: EnvironmentValues } | Extract<Opened, { ok: false }> {
  const opened = sealer.open(sealed, toPlace(owner));
  if (!opened.ok) return opened;
  const inside = readPlaintext(opened.value, sealed);
  // Names and version stand beside the envelope for all to read; a call was decided on them.
  const isSame =
    version === inside.version && JSON.stringify(names) === JSON.stringify(inside.entries.map(([name]) => name));
  if (isSame) return { ok: true, values: Object.fromEntries(inside.entries) };
  return { ok: false, code: "TAMPERED", message: "the names beside the sealed values are not those that were sealed" };
}

interface Plaintext {
  readonly version: string;
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** At first the version was not inside, but made of the envelope. */
function readPlaintext(text: string, sealed: string): Plaintext {
  const content = JSON.parse(text) as Plaintext | Plaintext["entries"];
  if ("version" in content) return content;
  return { version: hash("sha256", sealed).slice(0, 16), entries: content };
}

function checkNames(names: readonly string[]): readonly string[] {
  if (names.length > MAX_VARIABLES) return [`${names.length} variables; at most ${MAX_VARIABLES} are kept`];
  const log: IssueLog = { found: [] };
  checkEnvironment(names, [], log);
  return log.found.map(({ message }) => message);
}

function checkValue(name: string, value: string): readonly string[] {
  const shown = showText(name);
  if (value.includes("\u0000")) return [`the value of \`${shown}\` holds a NUL character`];
  if (!value.isWellFormed()) return [`the value of \`${shown}\` holds a lone surrogate`];
  if (value.length <= MAX_VALUE_LENGTH) return [];
  return [`the value of \`${shown}\` has ${value.length} characters; at most ${MAX_VALUE_LENGTH} are kept`];
}

function toPlace({ id, audience, definition }: SealedOwner): SealedPlace {
  const whom = audience.kind === "everybody" ? [] : [audience.key];
  return { boundTo: JSON.stringify(["environment", id, audience.kind, ...whom, hash("sha256", definition)]) };
}
