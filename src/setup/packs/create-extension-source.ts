import type { Gate } from "../../call/gate.ts";
import type { VisibleTools } from "../../call/resolve/visible-tools.ts";
import type { Config } from "../../config/config.ts";
import type { Tool } from "../../model/tool.ts";
import type { ExtensionsPackOptions } from "../../packs/extensions/create-extensions-pack.ts";
import type { ListedExtension } from "../../packs/extensions/loaded-extensions.ts";
import type { RegistrySnapshot } from "../../registry/registry.ts";

/** What the tool that lists what is loaded looks at. It is one of the loaded tools itself, so it hears of the others later. */
export interface ExtensionSource extends ExtensionsPackOptions {
  /** To be called once, when everything is put together. */
  connect(gate: Pick<Gate, "canRun" | "currentTools">, visible: VisibleTools): void;
}

export function createExtensionSource(config: Config, scope: Gate["scope"]): ExtensionSource {
  let connected: { readonly gate: Pick<Gate, "canRun" | "currentTools">; readonly visible: VisibleTools } | null = null;
  const whole = (): NonNullable<typeof connected> => {
    if (connected === null) throw new Error("what is loaded was asked for before anything was");
    return connected;
  };
  return {
    workspace: config.workspace,
    scope: () => scope.current.scope,
    canRun: (tool) => whole().gate.canRun(tool),
    everything: async () => {
      const snapshot = await whole().gate.currentTools();
      return { tools: listAll(snapshot), issues: snapshot.issues };
    },
    visibleTo: async (caller, session) => {
      const { stale } = await whole().gate.currentTools();
      const tools = await whole().visible.list({ caller, hints: {} }, session);
      return tools.map((tool) => toListed(tool, null, stale));
    },
    connect: (gate, visible) => {
      connected = { gate, visible };
    },
  };
}

function listAll({ tools, overlays, stale }: RegistrySnapshot): readonly ListedExtension[] {
  const own = [...overlays].flatMap(([owner, theirs]) =>
    [...theirs.values()].map((tool) => toListed(tool, owner, stale)),
  );
  return [...[...tools.values()].map((tool) => toListed(tool, null, stale)), ...own];
}

function toListed(tool: Tool, owner: string | null, stale: ReadonlySet<string>): ListedExtension {
  return { tool, owner, stale: stale.has(tool.name) };
}
