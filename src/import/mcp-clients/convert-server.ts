import type { McpServerData, McpTransport } from "../../config/mcp/mcp-server.ts";
import type { JsonObject } from "../../model/json.ts";
import { objectAt, own, textAt, textsAt } from "../document/members.ts";
import type { Dropped } from "../import-result.ts";
import { isSecret, isSecretArgument } from "./is-secret.ts";
import { toReference, toVariable } from "./to-references.ts";
import type { Referenced } from "./to-references.ts";

interface ConvertedServer {
  readonly server: McpServerData | null;
  readonly dropped: readonly Dropped[];
}

type Note = (what: string, reason: string, hint?: string | null, losesProtection?: boolean) => void;

/** One server of any client. Literal credentials stay behind; the variables that take their place are reported. */
export function convertServer(name: string, given: JsonObject): ConvertedServer {
  const dropped: Dropped[] = [];
  const note: Note = (what, reason, hint = null, losesProtection = false) =>
    void dropped.push({ source: name, what, reason, hint, ...(losesProtection ? { losesProtection } : {}) });
  const command = textAt(given, "command");
  const url = textAt(given, "httpUrl") ?? textAt(given, "url") ?? textAt(given, "serverUrl");
  const fail = (reason: string, hint: string | null = null): ConvertedServer => {
    return { server: null, dropped: [{ source: name, what: "the server", reason, hint }] };
  };
  if ((command === null) === (url === null)) {
    return fail(command === null ? "it has neither a command nor an address" : "it has a command and an address");
  }
  const shared = { ...toEnabled(given), ...toTimeout(given) };
  reportRest(given, note);
  if (command !== null) return { server: { ...toProgram(name, command, given, note), ...shared }, dropped };
  const address = toAddress(name, url ?? "", note);
  if (address === null)
    return fail(
      "its address cannot be used: http or https, without a user name",
      "put what identifies you into a header",
    );
  const headers = toHeaders(name, given, note);
  const transport = toTransport(given);
  return { server: { transport, url: address, ...(headers === null ? {} : { headers }), ...shared }, dropped };
}

function toProgram(name: string, command: string, given: JsonObject, note: Note): McpServerData {
  const words = textsAt(given, "args");
  const args = words.map((word, index) => toWord(name, word, words[index - 1] ?? null, note));
  const env = Object.entries({ ...objectAt(given, "env") }).flatMap(([key, value]) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(key)) {
      note(`the variable ${key}`, "a variable cannot be called so");
      return [];
    }
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return [[key, carry(key, text, key, note)] as const];
  });
  const passed = textsAt(given, "env_vars").filter((key) => /^[A-Za-z_]\w{0,127}$/.test(key));
  const all = [...passed.map((key) => [key, `\${${key}}`] as const), ...env];
  const cwd = textAt(given, "cwd");
  return {
    transport: "stdio",
    command: toWord(name, command, null, note),
    ...(args.length === 0 ? {} : { args }),
    ...(all.length === 0 ? {} : { env: Object.fromEntries(all) }),
    ...(cwd === null ? {} : { cwd: toWord(name, cwd, null, note) }),
  };
}

function toWord(name: string, word: string, before: string | null, note: Note): string {
  const [, option = "", value = word] = /^(--?[\w-]+=)(.*)$/s.exec(word) ?? [];
  const meant = option === "" ? (toOptionName(before) ?? "argument") : option;
  const made = toReference(value, toVariable(name, meant), (literal) =>
    isSecretArgument(`${option}${literal}`, before),
  );
  report(made, note);
  return `${option}${made.text}`;
}

/** `--token`, but never `--token=x`: what a variable is called is written out, and must not hold another credential. */
function toOptionName(word: string | null): string | null {
  return word !== null && /^--?[\w-]+$/.test(word) && !isSecretArgument(word, null) ? word : null;
}

/** A named value: of a variable, a header or a query. */
function carry(key: string, value: string, variable: string, note: Note): string {
  const made = toReference(value, variable, (literal) => isSecret(key, literal));
  report(made, note);
  return made.text;
}

function report({ change, moved }: Referenced, note: Note): void {
  if (change !== null) note(change, "Toolgate only reads the variables of its environment");
  if (moved === null) return;
  const hint = `set ${moved} in the environment of Toolgate`;
  note(`the value of ${moved}`, "it may be a credential, and those are not written into files", hint);
}

function toAddress(name: string, url: string, note: Note): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol) || parsed.username + parsed.password !== "") {
    return null;
  }
  // Some services know their users by a part of the path.
  const path = parsed.pathname.split("/").map((part) => carry("", part, toVariable(name, "path"), note));
  const place = `${parsed.origin}${path.join("/")}`;
  if (parsed.search === "") return place;
  const pairs = [...parsed.searchParams].map(([key, value]) => {
    const made = carry(key, value, toVariable(name, key), note);
    return `${encodeURIComponent(key)}=${made.includes("${") ? made : encodeURIComponent(made)}`;
  });
  return `${place}?${pairs.join("&")}`;
}

function toHeaders(name: string, given: JsonObject, note: Note): Readonly<Record<string, string>> | null {
  const literal = { ...objectAt(given, "headers"), ...objectAt(given, "http_headers") };
  const entries = Object.entries(literal).flatMap(([key, value]) =>
    typeof value === "string" && /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(key)
      ? [[key, carry(key, value, toVariable(name, key), note)] as const]
      : [],
  );
  const named = Object.entries(objectAt(given, "env_http_headers")).flatMap(([key, value]) =>
    typeof value === "string" && /^[A-Za-z_]\w*$/.test(value) ? [[key, `\${${value}}`] as const] : [],
  );
  const bearer = textAt(given, "bearer_token_env_var");
  const token =
    bearer !== null && /^[A-Za-z_]\w*$/.test(bearer) ? [["Authorization", `Bearer \${${bearer}}`] as const] : [];
  const all = [...entries, ...named, ...token];
  return all.length === 0 ? null : Object.fromEntries(all);
}

function toTransport(given: JsonObject): McpTransport {
  const type = (textAt(given, "type") ?? textAt(given, "transport") ?? "").toLowerCase();
  // Gemini has one key for each: `url` for server-sent events, `httpUrl` for the other.
  return type === "sse" || (type === "" && own(given, "trust") !== undefined && own(given, "httpUrl") === undefined)
    ? "sse"
    : "http";
}

function toEnabled(given: JsonObject): McpServerData {
  const isOff = own(given, "disabled") === true || own(given, "enabled") === false;
  return isOff ? { enabled: false } : {};
}

/** Codex counts in seconds, others in milliseconds. */
function toTimeout(given: JsonObject): McpServerData {
  const seconds = own(given, "tool_timeout_sec");
  const milliseconds = own(given, "timeout");
  const value = typeof seconds === "number" ? seconds : typeof milliseconds === "number" ? milliseconds / 1000 : null;
  return value === null ? {} : { timeout_seconds: Math.min(86_400, Math.max(1, Math.ceil(value))) };
}

const KNOWN: ReadonlySet<string> = new Set(
  "type transport command args env env_vars cwd url httpUrl serverUrl headers http_headers env_http_headers bearer_token_env_var disabled enabled timeout tool_timeout_sec description name".split(
    " ",
  ),
);

/** What limits the tools of a server; without it there are more. */
const LIMITS = ["disabled_tools", "excludeTools", "enabled_tools", "includeTools", "disabledTools"];

function reportRest(given: JsonObject, note: Note): void {
  for (const key of Object.keys(given)) {
    if (KNOWN.has(key)) continue;
    const value = own(given, key);
    const names = Array.isArray(value) ? value.filter((entry) => typeof entry === "string").join(", ") : "";
    if (LIMITS.includes(key)) {
      const hint = "import only the tools that you want, or add deny rules for the others";
      note(`\`${key}\`: ${names}`, "a server's table does not choose tools", hint, true);
    } else if (key === "trust" || key === "autoApprove" || key === "alwaysAllow" || key === "autoAllow") {
      note(`\`${key}\``, "Toolgate asks unless a rule allows the tool", "add allow rules with `toolgate rules add`");
    } else note(`\`${key}\``, "this version has nothing like it");
  }
}
