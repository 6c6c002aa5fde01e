import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";
import type {
  BindingData,
  OutputData,
  ProviderTable,
  SandboxData,
  SandboxToolData,
} from "../file/data/executing-data.ts";
import type { TrustedSetting } from "./list-settings.ts";

/** What a project says of confinement, addresses, secrets and output that trusting it would make hold. */
export function listExecutingSettings({ sandbox, network, secrets, output }: ConfigData): readonly TrustedSetting[] {
  return [
    ...listSandbox(sandbox),
    ...toSetting("network.private", network?.private?.join(", ")),
    ...(secrets?.providers ?? []).map((provider, index) => ({
      key: `secrets.providers.${index + 1}`,
      value: typeof provider === "string" ? provider : describeProvider(provider),
    })),
    ...(secrets?.bind ?? []).map((row) => ({ key: `secrets.bind.${row.secret}`, value: describeBinding(row) })),
    ...listOutput(output),
  ];
}

function listSandbox(sandbox: SandboxData = {}): readonly TrustedSetting[] {
  const { engine, image, default_for_lines: forLines, fallback, tools = [] } = sandbox;
  return [
    ...toSetting("sandbox.engine", engine === DEFAULTS.sandboxEngine ? undefined : engine),
    ...toSetting("sandbox.image", image),
    ...toSetting("sandbox.default_for_lines", forLines === "none" ? forLines : undefined),
    ...toSetting("sandbox.fallback", fallback === "none" ? fallback : undefined),
    ...tools.map((row) => ({ key: `sandbox.tools.${row.tool}`, value: describeRow(row) })),
  ];
}

function describeRow({ profile, writable = [], readable = [], network, ...limits }: SandboxToolData): string {
  const { memory_mb: memory, processes, file_mb: file, cpu_seconds: cpu } = limits;
  const amounts = Object.entries({ memory_mb: memory, processes, file_mb: file, cpu_seconds: cpu });
  return [
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(writable.length === 0 ? [] : [`writes ${quoteAll(writable)}`]),
    ...(readable.length === 0 ? [] : [`reads ${quoteAll(readable)}`]),
    ...(network === undefined ? [] : [describeNetwork(network)]),
    ...amounts.flatMap(([key, amount]) => (amount === undefined ? [] : [`${key} ${amount}`])),
  ].join("; ");
}

function describeNetwork(network: boolean | readonly string[]): string {
  if (typeof network === "boolean") return network ? "all of the network" : "no network";
  return network.length === 0 ? "no network" : `network to ${network.join(", ")}`;
}

function describeProvider({ kind, prefix, folder, url, token_env: variable, token_file: file }: ProviderTable): string {
  const place = { env: prefix ?? DEFAULTS.secretsPrefix, store: "", file: folder ?? "", vault: url ?? "" }[kind];
  const token = variable === undefined ? file : `$${variable}`;
  return `${kind} ${place}${token === undefined ? "" : ` with the token in ${token}`}`.trim();
}

function describeBinding({ tools, hosts = [] }: BindingData): string {
  const list = typeof tools === "string" ? tools : tools.join(", ");
  return `for ${list}${hosts.length === 0 ? "" : `, sent to ${hosts.join(", ")}`}`;
}

function listOutput(output: OutputData = {}): readonly TrustedSetting[] {
  const { patterns_off: off = [], max_model_chars: characters, evidence = {} } = output;
  const { folder, keep_days: days, max_mb: size } = evidence;
  return [
    ...toSetting("output.patterns_off", off.length === 0 ? undefined : off.join(", ")),
    ...toSetting("output.max_model_chars", isOver(characters, DEFAULTS.maxModelChars) ? characters : undefined),
    ...toSetting("output.evidence.folder", folder),
    ...toSetting("output.evidence.keep_days", days === DEFAULTS.evidenceKeepDays ? undefined : days),
    ...toSetting("output.evidence.max_mb", size === DEFAULTS.evidenceMaxMegabytes ? undefined : size),
  ];
}

function isOver(value: number | undefined, limit: number): boolean {
  return value !== undefined && value > limit;
}

function toSetting(key: string, value: TrustedSetting["value"] | undefined): readonly TrustedSetting[] {
  return value === undefined || value === "" ? [] : [{ key, value }];
}

function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}
