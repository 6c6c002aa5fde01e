import { addError } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { TomlDocument, TomlPath } from "../../manifest/toml/toml-document.ts";
import type { AgentVisibility, VisibilityPolicy } from "../../policy/policy.ts";
import { PROFILES } from "../../registry/groups/group-table.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { toLabel } from "./label.ts";
import type { AgentData, PolicyData } from "./data/permission-data.ts";

/** `[policy]` of a file; `null` when it has none. A profile that does not exist goes to the log. */
export function toVisibility(
  layer: "user" | "project",
  data: PolicyData | undefined,
  document: TomlDocument,
  log: IssueLog,
): VisibilityPolicy | null {
  if (data === undefined) return null;
  checkProfiles(data, log);
  return {
    source: `${toLabel(layer)}:${document.locate({ path: ["policy"], part: "key" }).line}`,
    profile: data.profile ?? null,
    profiles: data.profiles ?? {},
    allow: data.allow ?? null,
    deny: data.deny ?? [],
    alsoAllow: data.also_allow ?? [],
    byProvider: mapValues(data.by_provider, ({ profile, allow }) => ({
      profile: profile ?? null,
      allow: allow ?? null,
    })),
    agents: mapValues(data.agents, toAgent),
    groups: mapValues(data.groups, toAllow),
    delegation: { deny: data.delegation?.deny ?? [], leafDeny: data.delegation?.leaf_deny ?? [] },
  };
}

function toAgent({
  allow,
  deny = [],
  also_allow: alsoAllow = [],
  by_provider: byProvider,
}: AgentData): AgentVisibility {
  return { allow: allow ?? null, deny, alsoAllow, byProvider: mapValues(byProvider, toAllow) };
}

function toAllow({ allow }: { readonly allow?: readonly string[] | undefined }): {
  readonly allow: readonly string[] | null;
} {
  return { allow: allow ?? null };
}

function mapValues<From, To>(
  table: Readonly<Record<string, From>> | undefined,
  map: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(table ?? {}).map(([name, value]) => [name, map(value)]));
}

function checkProfiles({ profile, profiles = {}, by_provider: providers = {} }: PolicyData, log: IssueLog): void {
  for (const name of Object.keys(profiles).filter((own) => Object.hasOwn(PROFILES, own))) {
    const message = `\`${name}\` is a built-in profile, which cannot be made to mean something else`;
    addError(log, "reserved-name", { path: ["policy", "profiles", name], part: "key" }, message, "Take another name.");
  }
  const known = [...Object.keys(PROFILES), ...Object.keys(profiles)];
  checkProfile(profile, ["policy", "profile"], known, log);
  for (const [name, entry] of Object.entries(providers)) {
    checkProfile(entry.profile, ["policy", "by_provider", name, "profile"], known, log);
  }
}

function checkProfile(name: string | undefined, path: TomlPath, known: readonly string[], log: IssueLog): void {
  if (name === undefined || known.includes(name)) return;
  const message = `there is no profile "${showText(name)}"${suggestNearest(name, known)}`;
  addError(log, "unknown-profile", { path, part: "value" }, message, `Profiles here are: ${known.join(", ")}.`);
}
