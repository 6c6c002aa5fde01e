import type { Config } from "../../config/config.ts";
import type { Tool } from "../../model/tool.ts";
import { createPacks } from "./create-packs.ts";

/** The built-in tools that a configuration has served, for whoever looks at them and runs none. */
export function listPackTools(config: Config): readonly Tool[] {
  const refuse = (): Promise<never> => Promise.reject(new Error("these tools are only listed"));
  const packs = createPacks({
    config,
    queryAudit: refuse,
    stateOf: refuse,
    protectedFolders: [],
    extensions: {
      workspace: config.workspace,
      scope: () => null,
      canRun: () => false,
      everything: refuse,
      visibleTo: refuse,
    },
    discovery: {
      descriptions: {},
      search: refuse,
      groups: refuse,
      load: refuse,
      loaded: () => [],
      isFollowed: () => false,
    },
    tools: [],
    apis: [],
  });
  return packs.tools.map(({ tool }) => tool);
}
