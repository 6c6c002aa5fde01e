import type { CapabilityCeiling } from "../../../manifest/manifest.ts";
import type { DenyPack } from "../../../policy/policy.ts";
import type { McpServerData } from "../../mcp/mcp-server.ts";
import type { DisclosureData } from "../../server/disclosure-schema.ts";
import type { ServerAuthData } from "../../server/server-auth.ts";
import type { ToolNames } from "../../server/tool-names.ts";
import type { LogData, TelemetryData } from "../../telemetry/telemetry-data.ts";
import type { OutputData, SandboxData, SecretsData } from "./executing-data.ts";
import type { ApprovalsData, CedarData, LimitRuleData, PermissionData, PolicyData } from "./permission-data.ts";

/** What one `toolgate.toml` says, checked against the schema. What it does not say is absent: layers fill it in. */
export interface ConfigData {
  readonly registry?:
    { readonly paths?: readonly string[] | undefined; readonly reload?: "watch" | "frozen" | undefined } | undefined;
  readonly workspace?: { readonly roots?: readonly string[] | undefined } | undefined;
  readonly permissions?: PermissionData | undefined;
  readonly policy?: PolicyData | undefined;
  readonly cedar?: CedarData | undefined;
  readonly approvals?: ApprovalsData | undefined;
  readonly scope?: { readonly file?: string | undefined; readonly required?: boolean | undefined } | undefined;
  readonly server?:
    | {
        readonly host?: string | undefined;
        readonly port?: number | undefined;
        readonly auth?: ServerAuthData | undefined;
        readonly mcp?: DisclosureData | undefined;
        readonly page_size?: number | undefined;
        readonly tool_names?: ToolNames | undefined;
        readonly task_after_seconds?: number | undefined;
        readonly task_ttl_seconds?: number | undefined;
      }
    | undefined;
  readonly limits?:
    | {
        readonly max_argument_bytes?: number | undefined;
        readonly max_concurrent_calls?: number | undefined;
        readonly drain_seconds?: number | undefined;
        readonly max_depth?: number | undefined;
        readonly rules?: readonly LimitRuleData[] | undefined;
      }
    | undefined;
  readonly audit?: { readonly durability?: "process" | "fsync" | undefined } | undefined;
  readonly packs?:
    | {
        readonly fs?: boolean | undefined;
        readonly fs_deny?: readonly string[] | undefined;
        readonly shell?: boolean | undefined;
        readonly deny_pack?: DenyPack | undefined;
      }
    | undefined;
  readonly capabilities?:
    | {
        readonly net?: readonly string[] | undefined;
        readonly commands?: CapabilityCeiling["commands"] | undefined;
      }
    | undefined;
  readonly sandbox?: SandboxData | undefined;
  readonly network?: { readonly private?: readonly string[] | undefined } | undefined;
  readonly secrets?: SecretsData | undefined;
  readonly output?: OutputData | undefined;
  readonly mcp?: { readonly servers?: Readonly<Record<string, McpServerData>> | undefined } | undefined;
  readonly telemetry?: TelemetryData | undefined;
  readonly log?: LogData | undefined;
  readonly storage?: { readonly data_folder?: string | undefined } | undefined;
}
