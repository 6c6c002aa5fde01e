import type { Runtime } from "../../../call/runtime.ts";
import type { Caller } from "../../../model/caller.ts";
import type { Tool } from "../../../model/tool.ts";
import { META_TOOLS } from "../../../registry/disclosure/meta-tools.ts";
import type { RegistrySnapshot } from "../../../registry/registry.ts";
import type { ClientNames } from "./to-client-names.ts";
import { findLimits, SAFE } from "./known-clients.ts";
import type { NameLimits } from "./known-clients.ts";
import { toClientNames } from "./to-client-names.ts";

/** Who names or is told tools, over what. */
export interface NamingClient {
  readonly caller: Caller;
  readonly session: string | undefined;
  /** What it calls itself; `undefined`: it did not say. */
  readonly client: string | undefined;
}

type NamingRuntime = Pick<Runtime, "config" | "disclosure" | "registry">;

/** Names for a client; `null`: it takes the names that tools have. */
export async function findClientNames(
  { client, caller, session }: NamingClient,
  { config, disclosure, registry }: NamingRuntime,
): Promise<ClientNames | null> {
  const limits = toLimits(config.server.toolNames, client);
  if (limits === null) return null;
  // Whatever one request limits itself to, a tool is called the same in all of them.
  const tools = await disclosure.all({ caller, session, hints: {} });
  return makeOnce(tools, registry.snapshot, limits);
}

/** The tool that a name means: the one that is called so, or else the one that this client was told by that name. */
export async function toRealName(shown: string, client: NamingClient, runtime: NamingRuntime): Promise<string> {
  const takesAll = toLimits(runtime.config.server.toolNames, client.client) === null;
  if (takesAll || isRealIn(runtime.registry.snapshot)(shown)) return shown;
  return (await findClientNames(client, runtime))?.toReal(shown) ?? shown;
}

/** The same of what a call names: the tool, and where that is the one that calls others, the one in its arguments. */
export async function toRealCall<Call extends { readonly name: string; readonly arguments?: unknown }>(
  call: Call,
  client: NamingClient,
  runtime: NamingRuntime,
): Promise<Call> {
  const { name: inner } = Object(call.arguments) as { readonly name?: unknown };
  if (call.name === META_TOOLS.call && typeof inner === "string") {
    const name = await toRealName(inner, client, runtime);
    return name === inner ? call : { ...call, arguments: { ...Object(call.arguments), name } };
  }
  const name = await toRealName(call.name, client, runtime);
  return name === call.name ? call : { ...call, name };
}

function toLimits(mode: Runtime["config"]["server"]["toolNames"], client: string | undefined): NameLimits | null {
  switch (mode) {
    case "plain":
      return null;
    case "safe":
      return findLimits(client) ?? SAFE;
    case "auto":
      return findLimits(client);
  }
}

interface Made {
  readonly snapshot: RegistrySnapshot;
  readonly maxLength: number;
  readonly names: ClientNames;
}

const made = new WeakMap<readonly Tool[], Made>();

/** Lists stay the same for as long as nothing changes, and so do names. */
function makeOnce(tools: readonly Tool[], snapshot: RegistrySnapshot, limits: NameLimits): ClientNames {
  const known = made.get(tools);
  if (known?.snapshot === snapshot && known.maxLength === limits.maxLength) return known.names;
  const all = tools.map(({ name }) => name);
  const names = toClientNames(all, limits, isRealIn(snapshot));
  made.set(tools, { snapshot, maxLength: limits.maxLength, names });
  return names;
}

/** Also what this caller may not see: a name must not mean one tool here and another one to whoever asks elsewhere. */
function isRealIn({ tools, overlays }: RegistrySnapshot): (name: string) => boolean {
  return (name) => tools.has(name) || [...overlays.values()].some((overlay) => overlay.has(name));
}
