import { isHostname } from "../../../scope/domain.ts";
import { parseIp } from "../../../scope/parse-ip.ts";
import { showText } from "../../../text/show-text.ts";
import { reportType } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath, TomlValue } from "../../toml/toml-document.ts";

const HINT = "Write a host such as `api.example.com`, an address, or `*.example.com`.";

/** Reads `allow.net`. Empty: any public host. `null`: none. What cannot be read never means more than it says. */
export function readNet(value: TomlValue | undefined, path: TomlPath, log: IssueLog): readonly string[] | null {
  if (value === undefined) return [];
  if (value === "none") return null;
  if (!Array.isArray(value)) {
    reportType('a list of hosts, or "none"', value, path, log);
    return null;
  }
  const hosts = (value as readonly TomlValue[]).map((entry, index) => readHost(entry, [...path, index], log));
  const known = hosts.filter((host) => host !== null);
  return known.length < hosts.length ? null : [...new Set(known)];
}

function readHost(entry: TomlValue, path: TomlPath, log: IssueLog): string | null {
  if (typeof entry !== "string") {
    reportType("a string", entry, path, log);
    return null;
  }
  const host = entry.toLowerCase();
  const problem = findProblem(host);
  if (problem === null) return host;
  addError(log, "bad-host", { path, part: "value" }, `\`${showText(entry)}\` ${problem}`, HINT);
  return null;
}

function findProblem(host: string): string | null {
  if (host === "" || host === "*" || host === "*.") return "names no host";
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(host)) return "has a scheme; only the host belongs here";
  if (parseIp(host) !== null) return null;
  if (host.includes("/")) return "is more than a host: neither paths nor address ranges belong here";
  if (/^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/.test(host) && host.split(":").length > 2) {
    return "is no address; write IPv6 in full, without brackets";
  }
  if (/:\d*$/.test(host)) return "has a port; only the host belongs here";
  if (/[^\u0000-\u007f]/.test(host)) return "has letters outside ASCII; write its `xn--` form";
  if (host.endsWith(".")) return "ends with a dot";
  const name = host.startsWith("*.") ? host.slice(2) : host;
  if (name.includes("*")) return "has a `*` elsewhere than at the start, before a dot";
  if (!isHostname(name)) return "is no host name";
  return host.startsWith("*.") && !name.includes(".") ? "covers a whole top level" : null;
}
