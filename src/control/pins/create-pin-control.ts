import type { ControlPlane } from "../../call/runtime.ts";
import type { Config } from "../../config/config.ts";
import { isWanted } from "../../mcp-bridge/is-wanted.ts";
import { acceptPins, refusePins } from "../../mcp-bridge/pins/answer-pins.ts";
import { describePins } from "../../mcp-bridge/pins/describe-pins.ts";
import { hashDefinition } from "../../mcp-bridge/pins/judge-pins.ts";
import type { Caller } from "../../model/caller.ts";
import type { Store } from "../../storage/store.ts";
import type { StoredPin } from "../../storage/upstream-repositories.ts";
import type { AnswerPins, AnswerPinsResult, PinControl, PinnedServer } from "./pin-control.ts";

interface Parts extends Pick<ControlPlane, "recordAdmin"> {
  readonly store: Pick<Store, "pins">;
  readonly config: Pick<Config, "workspace" | "mcpServers">;
}

/** Looking at what servers offer, and answering for it. */
export function createPinControl(parts: Parts): PinControl {
  const { store, config } = parts;
  return {
    list: async () => toServers(await store.pins.list(config.workspace), config),
    answer: (request, by) => answer(request, by, parts),
  };
}

function toServers(pins: readonly StoredPin[], { mcpServers }: Parts["config"]): readonly PinnedServer[] {
  const byServer = Map.groupBy(pins, ({ server, workspace }) => JSON.stringify([server, workspace]));
  return [...byServer.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { server, workspace } = first;
    const configured = mcpServers.find(
      ({ name, layer }) => name === server && (layer === "user") === (workspace === null),
    );
    const pins = describePins(own, (tool) => configured === undefined || isWanted(tool, configured));
    return [{ server, workspace, isConfigured: configured !== undefined, pins }];
  });
}

async function answer(request: AnswerPins, by: Caller, parts: Parts): Promise<AnswerPinsResult> {
  const { server, verdict, seen } = request;
  const known = toServers(await parts.store.pins.list(parts.config.workspace), parts.config);
  const one = known.find((entry) => entry.server === server && entry.isConfigured);
  if (one === undefined) {
    const message = `nothing is known of an MCP server named ${JSON.stringify(server)}`;
    return { ok: false, message, hint: "`toolgate servers test NAME` connects to one; `toolgate pin list` shows them" };
  }
  // Recorded before it holds: a change that nobody can find afterwards must not be.
  await parts.recordAdmin(`pin.${verdict}`, { server, offers: { ...seen } }, by);
  const tools: string[] = [];
  const now = new Date().toISOString();
  await parts.store.pins.change(one, (before) => {
    const texts = new Map(before.flatMap((pin) => (isSeen(pin, seen) ? [[pin.tool, pin.offered] as const] : [])));
    tools.push(...texts.keys());
    const given = { tools: null, seen: texts, by: by.principal, now };
    return verdict === "accept" ? acceptPins(before, given) : refusePins(before, given);
  });
  return { ok: true, tools, changedSince: Object.keys(seen).filter((tool) => !tools.includes(tool)) };
}

function isSeen({ tool, offered }: StoredPin, seen: AnswerPins["seen"]): boolean {
  if (!Object.hasOwn(seen, tool)) return false;
  return (offered === null ? null : hashDefinition(offered)) === seen[tool];
}
