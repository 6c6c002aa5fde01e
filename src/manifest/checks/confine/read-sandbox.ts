import type { SandboxNetwork, SandboxSpec } from "../../../model/sandbox.ts";
import { showText } from "../../../text/show-text.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import type { TomlPath } from "../../toml/toml-document.ts";
import type { WrittenNetwork } from "./network-field.ts";
import { checkGrant } from "./check-grant.ts";
import { SANDBOX_SHAPE } from "./sandbox-shape.ts";

const MEGABYTE = 1024 * 1024;

/** Reads what a tool says of its confinement; `null` where it says nothing. */
export function readSandbox(
  source: TableSource | undefined,
  log: IssueLog,
  findHome: (key: string) => string | null = () => null,
): SandboxSpec | null {
  if (source === undefined) return null;
  const read = readTable(source, SANDBOX_SHAPE, log, findHome);
  const { profile = null, writable = [], readable = [], network } = read;
  const isConfined = profile !== "none";
  checkPlaces(writable, { path: [...source.path, "writable"], access: "write", isConfined }, log);
  checkPlaces(readable, { path: [...source.path, "readable"], access: "read", isConfined }, log);
  if (!isConfined) warnOthers(source, log);
  return {
    profile,
    writable,
    readable,
    network: network === undefined ? null : toNetwork(network),
    limits: {
      memoryBytes: read.memory_mb === undefined ? null : read.memory_mb * MEGABYTE,
      processes: read.processes ?? null,
      fileBytes: read.file_mb === undefined ? null : read.file_mb * MEGABYTE,
      cpuSeconds: read.cpu_seconds ?? null,
    },
  };
}

/** What a file means by `network`. No host at all is no network. */
export function toNetwork(written: WrittenNetwork): SandboxNetwork {
  if (typeof written === "boolean") return { kind: written ? "all" : "none" };
  return written.length === 0 ? { kind: "none" } : { kind: "hosts", hosts: written.map((host) => host.toLowerCase()) };
}

interface PlaceList {
  readonly path: TomlPath;
  readonly access: "write" | "read";
  /** Otherwise nothing is granted, whatever the list says. */
  readonly isConfined: boolean;
}

function checkPlaces(places: readonly string[], { path, access, isConfined }: PlaceList, log: IssueLog): void {
  for (const [index, text] of places.entries()) {
    const problem = findPlaceProblem(text);
    if (problem !== null) {
      const hint =
        "Write an absolute path, one from the workspace's root, or one that begins with ~/ or $SESSION_DIR/.";
      addError(log, "bad-folder", { path: [...path, index], part: "value" }, `\`${showText(text)}\` ${problem}`, hint);
    } else if (isConfined) checkGrant({ text, access, by: "tool", path, index }, log);
  }
}

/** Why a text is no place that a sandbox can open; `null` when it is one. The whole disk is not opened piece by piece. */
export function findPlaceProblem(written: string): string | null {
  const rest = written.replace(/^(?:~|\$SESSION_DIR)(?=\/|$)/, "");
  if (written === "") return "is empty";
  if (/\p{Cc}/u.test(written)) return "holds a control character";
  if (/[{}$]/.test(rest)) return "holds a placeholder; places are written by the author alone";
  if (rest.startsWith("~")) return "begins with the home folder of somebody else";
  if (rest.split("/").includes("..")) return "holds `..`; write the place that it leads to";
  return /^\/+(?:\.\/*)*$/.test(written) ? "is the whole disk" : null;
}

function warnOthers({ table, path }: TableSource, log: IssueLog): void {
  for (const key of Object.keys(table).filter((other) => other !== "profile")) {
    const message = `\`${showText(key)}\` has no effect: \`profile = "none"\` confines nothing`;
    addWarning(log, "no-effect", { path: [...path, key], part: "key" }, message, "Delete one of the two.");
  }
}
