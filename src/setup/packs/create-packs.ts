import path from "node:path";
import type { Config } from "../../config/config.ts";
import { DEFAULTS, SCOPE_FILES } from "../../config/defaults.ts";
import type { DefinedTool } from "../../library/define-tool.ts";
import type { Handler } from "../../model/handler.ts";
import type { Tool } from "../../model/tool.ts";
import { createDiscoveryPack } from "../../packs/discovery/create-discovery-pack.ts";
import type { DiscoverySource } from "../../packs/discovery/create-discovery-pack.ts";
import { createExtensionsPack } from "../../packs/extensions/create-extensions-pack.ts";
import type { ExtensionsPackOptions } from "../../packs/extensions/create-extensions-pack.ts";
import { createFsPack } from "../../packs/fs/create-fs-pack.ts";
import { createInternalPack } from "../../packs/internal/create-internal-pack.ts";
import type { InternalPackOptions } from "../../packs/internal/create-internal-pack.ts";
import type { InternalApi } from "../../packs/pack.ts";
import { isMetaTool } from "../../registry/disclosure/meta-tools.ts";
import { createSessionPack } from "../../packs/session/create-session-pack.ts";
import type { SessionPackOptions } from "../../packs/session/create-session-pack.ts";
import { createShellPack } from "../../packs/shell/create-shell-pack.ts";

/** Everything that comes with Toolgate or is given in code. */
export interface Packs {
  readonly tools: readonly DefinedTool[];
  /** Every tool that comes with Toolgate, served or not: what agents that run them by themselves are judged by. */
  readonly builtins: readonly Tool[];
  /** Built-in APIs by name. */
  readonly apis: ReadonlyMap<string, InternalApi>;
  readonly handlerOf: (tool: Tool) => Handler | undefined;
  /** Why a path is kept from file tools, or `null`. */
  readonly deniedFile: (place: string, purpose: "read" | "write") => string | null;
  /** Keeps more paths from them from now on. */
  readonly deny: (...paths: readonly string[]) => void;
}

export interface PackOptions {
  readonly config: Config;
  readonly queryAudit: InternalPackOptions["queryAudit"];
  readonly stateOf: SessionPackOptions["stateOf"];
  readonly protectedFolders: readonly string[];
  readonly extensions: ExtensionsPackOptions;
  readonly discovery: DiscoverySource;
  /** Of the embedding program. */
  readonly tools: readonly DefinedTool[];
  readonly apis: readonly InternalApi[];
}

/** @throws TypeError for an API of the embedding program that has a name of Toolgate's own, or one twice, and for a tool with a reserved name */
export function createPacks({ config, queryAudit, stateOf, protectedFolders, ...given }: PackOptions): Packs {
  const { workspaceRoots, packs } = config;
  const fs = createFsPack({ workspaceRoots, protectedFolders, deny: packs.fsDeny, rules: listRules(config) });
  const internal = createInternalPack({
    now: Date.now,
    queryAudit,
    reachOf: ({ session }) => fs.reachFor(session.folder),
  });
  const shell = createShellPack();
  const session = createSessionPack({ workspaceRoots, stateOf });
  const always = [...session.tools, ...createExtensionsPack(given.extensions).tools];
  const discovery = createDiscoveryPack(given.discovery);
  const own = [...(packs.fs ? fs.tools : []), ...(packs.shell ? shell.tools : []), ...always, ...discovery.tools];
  const served = [...own, ...refuseReserved(given.tools)];
  const handlers = new Map(served.map(({ tool, handler }) => [tool, handler]));
  return {
    tools: served,
    builtins: [...fs.tools, ...shell.tools, ...always].map(({ tool }) => tool),
    apis: byName([...internal.apis, ...given.apis]),
    handlerOf: (tool) => handlers.get(tool),
    deniedFile: fs.deniedFile,
    deny: fs.deny,
  };
}

/** Whoever found another tool behind these names would call what nobody decided about. */
function refuseReserved(tools: readonly DefinedTool[]): readonly DefinedTool[] {
  const taken = tools.find(({ tool }) => isMetaTool(tool));
  if (taken === undefined) return tools;
  throw new TypeError(`\`${taken.tool.name}\` is a tool of Toolgate itself; give yours another name`);
}

/** What decides what tools may do, and what would once it is there: an agent must not be able to write it. */
function listRules({ workspace, configFile, toolFolders, scope, cedar }: Config): readonly string[] {
  const files = [configFile, scope.file, ...cedar.files.map(({ file }) => file)].filter((file) => file !== null);
  const projects = configFile === null ? [workspace] : [workspace, path.dirname(configFile)];
  const expected = projects.flatMap((folder) =>
    [...SCOPE_FILES, ...DEFAULTS.cedarPolicies, "toolclad.toml"].map((name) => path.join(folder, name)),
  );
  return [...new Set([...files, ...toolFolders.map(({ folder }) => folder), ...expected])];
}

function byName(apis: readonly InternalApi[]): ReadonlyMap<string, InternalApi> {
  const named = new Map<string, InternalApi>();
  for (const api of apis) {
    if (named.has(api.name)) throw new TypeError(`there are two built-in APIs named ${JSON.stringify(api.name)}`);
    named.set(api.name, api);
  }
  return named;
}
