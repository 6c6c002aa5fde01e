import { PROFILES } from "../../registry/groups/group-table.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { BrokenPart, VisibilityPolicy } from "../policy.ts";

/**
 * What is wrong with the tables under `[policy]`: profiles and groups that do not exist. A deny list with a slip of the pen
 * denies nothing, so such a table must not be used.
 */
export function validateVisibility(policy: VisibilityPolicy, groups: ReadonlySet<string>): readonly BrokenPart[] {
  const profiles = new Set([...Object.keys(PROFILES), ...Object.keys(policy.profiles)]);
  const named = [policy.profile, ...Object.values(policy.byProvider).map(({ profile }) => profile)];
  const unknownProfiles = named.filter((name) => name !== null && !profiles.has(name));
  const unknownGroups = listEntries(policy).filter(
    (entry) => entry.startsWith("group:") && !groups.has(entry.slice("group:".length)),
  );
  return [
    ...unknownProfiles.map((name) => toPart(policy, "profile", name ?? "", profiles)),
    ...unknownGroups.map((entry) => toPart(policy, "group", entry.slice("group:".length), groups)),
  ];
}

function toPart({ source }: VisibilityPolicy, what: string, name: string, known: ReadonlySet<string>): BrokenPart {
  return { source, message: `there is no ${what} "${showText(name)}"${suggestNearest(name, known)}` };
}

function listEntries(policy: VisibilityPolicy): readonly string[] {
  const { profiles, byProvider, agents, groups, delegation } = policy;
  return [
    ...Object.values(profiles).flat(),
    ...(policy.allow ?? []),
    ...policy.deny,
    ...policy.alsoAllow,
    ...Object.values(byProvider).flatMap(({ allow }) => allow ?? []),
    ...Object.values(agents).flatMap((agent) => [
      ...(agent.allow ?? []),
      ...agent.deny,
      ...agent.alsoAllow,
      ...Object.values(agent.byProvider).flatMap(({ allow }) => allow ?? []),
    ]),
    ...Object.values(groups).flatMap(({ allow }) => allow ?? []),
    ...delegation.deny,
    ...delegation.leafDeny,
  ];
}
