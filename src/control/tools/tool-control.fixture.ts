import { createApprovalPage } from "../../approval/browser/approval-page.ts";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { ControlPlane, SaveToolRequest, ToolChange } from "../../call/runtime.ts";
import type { ApproverRule, Config } from "../../config/config.ts";
import { defineTool } from "../../library/define-tool.ts";
import type { Caller } from "../../model/caller.ts";
import { createRegistry } from "../../registry/create-registry.ts";
import type { Registry } from "../../registry/registry.ts";
import { createToolSource } from "../../registry/stored/create-tool-source.ts";
import { createTempFolder } from "../../registry/tool-files.fixture.ts";
import type { TempFolder } from "../../registry/tool-files.fixture.ts";
import { createScrubbing } from "../../output/scrub/create-scrubbing.ts";
import { createEgressClient } from "../../egress/client/create-egress-client.ts";
import { createSecretSource } from "../../secrets/create-secret-source.ts";
import { rotateKey } from "../../secrets/keys/rotate-key.ts";
import { createSealer } from "../../secrets/seal.ts";
import { open } from "../../storage/temporary-store.fixture.ts";
import type { Sealer } from "../../secrets/seal.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import type { Store } from "../../storage/store.ts";
import { createControlPlane } from "../create-control-plane.ts";
import { createOAuthParts } from "../../wiring/create-oauth.ts";

export const OWNER: Caller = {
  tenant: "local",
  principal: "ada",
  agent: "human",
  roles: ["approver", "admin"],
  credential: "approver-key",
};

/** A control plane over a real store, a real registry and a user tool folder; `built.in` is a built-in tool. */
export interface ToolWorld {
  readonly temp: TempFolder;
  readonly store: Store;
  readonly registry: Registry;
  readonly sealer: Promise<Sealer>;
  readonly control: ControlPlane;
  /** The user tool folder. */
  readonly folder: string;
  readonly workspace: string;
  /** `[[approvals.who]]`; what is put in holds for the next answer. */
  readonly approvers: ApproverRule[];
  save(text: string, request?: Partial<SaveToolRequest>, by?: Caller): Promise<ToolChange>;
  close(): Promise<void>;
}

export async function createToolWorld(): Promise<ToolWorld> {
  const temp = createTempFolder();
  const folder = path.join(temp.path, "config/tools");
  const workspace = path.join(temp.path, "work");
  for (const each of [folder, path.join(workspace, "tools")]) mkdirSync(each, { recursive: true });
  const toolFolders: Config["toolFolders"] = [
    { layer: "user", folder },
    { layer: "project", folder: path.join(workspace, "tools") },
  ];
  const store = await open(path.join(temp.path, "data"));
  const registry = await createRegistry({ folders: toolFolders });
  const builtin = defineTool({ name: "built.in", description: "Built in", handler: () => null }).tool;
  registry.add(builtin);
  const { sealing } = store;
  const sealer = createSealer({ folder: path.join(temp.path, "data"), fromEnvironment: undefined, sealing });
  const approvers: ApproverRule[] = [];
  const config = toConfig({ workspace, toolFolders, approvers });
  const egress = createEgressClient();
  const { tenant } = config;
  const parts = { store, sealer: () => sealer, egress, environment: {}, workspace, tenant };
  const secrets = createSecretSource({ ...parts, config: config.secrets });
  const control = createControlPlane({
    store,
    config,
    registry,
    currentTools: createToolSource(store, registry, config),
    builtins: [builtin],
    approverKey: new Uint8Array(32),
    approvalPage: createApprovalPage(),
    sealer: () => sealer,
    rotateKey: () => rotateKey({ folder: path.join(temp.path, "data"), fromEnvironment: undefined, sealing }),
    secrets,
    scrubbing: createScrubbing({ patternsOff: [], patterns: [], registered: { current: () => Promise.resolve([]) } }),
    permissions: { current: config },
    verifier: null,
    oauth: createOAuthParts({ ...parts, config, secrets }),
    judging: {
      prepareLines: () => Promise.resolve(),
      analyzeLine: analyzeCommand,
      currentPolicy: () => Promise.resolve({ mode: "default", rules: [], paused: null }),
    },
  });
  return {
    temp,
    store,
    registry,
    sealer,
    control,
    folder,
    workspace,
    approvers,
    save: (text, request = {}, by = OWNER) => control.tools.save({ ...NEW_TOOL, text, ...request }, by),
    async close() {
      await registry.close();
      await egress.close();
      await store.close();
      temp.remove();
    },
  };
}

const NEW_TOOL = {
  format: "whitelist",
  audience: { kind: "everybody" },
  expectedName: null,
  environment: null,
} as const;

/** As much of a configuration as the control plane looks at. */
function toConfig(own: Pick<Config, "workspace" | "toolFolders" | "approvers">): Config {
  const capabilities = { net: null, commands: "any" };
  const permissions = { mode: "default", modeSource: "default", modes: [], rules: [] };
  const secrets = { providers: [{ kind: "store" }, { kind: "env", prefix: "SECRET_" }], bindings: [] };
  return { tenant: "local", capabilities, reload: "watch", permissions, secrets, ...own } as unknown as Config;
}
