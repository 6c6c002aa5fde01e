import type { Facts } from "../../model/facts.ts";
import { listCommands, listInnerLines, listOuterLines } from "../commands/list-commands.ts";
import type { PolicyAnswer, PolicyRequest } from "../policy.ts";
import { findSecret } from "../protected-paths/denied-files.ts";
import { findProtection } from "../protected-paths/find-protection.ts";
import { findCritical } from "./critical-places.ts";
import { findDestruction } from "./destructive-targets.ts";
import { findGitSetting } from "./git-settings.ts";
import { findKeptFile } from "./kept-files.ts";
import { findNetworkRun } from "./network-pipes.ts";
import { findSystemControl } from "./system-control.ts";

const MOST_REASONS = 5;

/**
 * What always asks, in every mode and whatever allows it: destroying roots, working on disks or the whole machine, running
 * what comes from the network, touching credentials or what sets the rules. Judged on argument vectors, never on text.
 */
export function judgeBreakers(request: PolicyRequest, facts: Facts): readonly PolicyAnswer[] {
  const found = [...judgeCommands(request, facts), ...judgeLines(request, facts), ...judgePaths(request, facts)];
  const reasons = [...new Set(found)].slice(0, MOST_REASONS);
  return reasons.map((reason) => ({
    source: "breaker",
    verdict: "ask",
    code: "ASK_BREAKER",
    reason: `always asked about, whatever allows it: ${reason}`,
  }));
}

function judgeCommands(request: PolicyRequest, facts: Facts): readonly string[] {
  return listCommands(request).flatMap(
    (command) => findSystemControl(command) ?? findGitSetting(command) ?? findDestruction(command, facts) ?? [],
  );
}

function judgeLines(request: PolicyRequest, facts: Facts): readonly string[] {
  const outer = listOuterLines(request);
  if (outer.length === 0) return [];
  const commands = listCommands(request);
  const items = [...outer, ...listInnerLines(request)].flatMap((line) => line.items);
  return [
    ...items.flatMap((item) => findKeptFile(item, facts) ?? []),
    ...outer.flatMap((line) => findNetworkRun(line, commands) ?? []),
  ];
}

/** File tools: removing a root is never meant, and what other programs run or keep secret is not touched unseen. */
function judgePaths({ call, tool }: PolicyRequest, facts: Facts): readonly string[] {
  return (call?.paths ?? []).flatMap(({ path, use }) => {
    const critical = use === "delete" ? findCritical(path, facts) : null;
    if (critical !== null) return [`\`${tool.name}\` would remove ${path}: ${critical}`];
    const find = use === "write" || use === "delete" ? findProtection : findSecret;
    const why = find(path) ?? find(facts.realPaths.get(path) ?? path);
    return why === null || use === "list" ? [] : [`\`${tool.name}\` names ${path}: ${why}`];
  });
}
